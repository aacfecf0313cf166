// Arrays of two, three and four dimensions: layout, partial indexing, transposition, parameters.
#include <stdio.h>

static int cube[2][3][4];
static char board[3][3] = {{'x', 'o', '.'}, {'.', 'x', 'o'}, {'o', '.', 'x'}};

static void transpose(int out[4][3], int in[3][4]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) out[j][i] = in[i][j];
}
static int diagonal(char b[][3]) { return b[0][0] == b[1][1] && b[1][1] == b[2][2]; }

int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++) cube[i][j][k] = n++;
    printf("%d %d %d\n", cube[1][2][3], *cube[1][1], **cube[1]);
    printf("%d %d\n", *(*(*(cube + 1) + 2) + 1), cube[0][1][0]);
    printf("%zu %zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof cube[0][0], sizeof cube[0][0][0]);
    int out[4][3];
    transpose(out, cube[1]);
    for (int i = 0; i < 4; i++) printf("%d %d %d\n", out[i][0], out[i][1], out[i][2]);
    printf("%d\n", diagonal(board));
    board[1][1] = 'o';
    printf("%d %c%c%c\n", diagonal(board), board[1][0], board[1][1], board[1][2]);
    short four[2][2][2][2] = {{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, {{{9, 10}, {11, 12}}, {{13, 14}, {15, 16}}}};
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += four[i >> 3][i >> 2 & 1][i >> 1 & 1][i & 1] * i;
    printf("%d\n", sum);
    int i = 1, j = 0;
    cube[i][j++][1] += 1000;
    printf("%d %d\n", cube[1][0][1], j);
    int *line = cube[1][2];
    line[2] = -1;
    printf("%d\n", cube[1][2][2]);
    return (int)(&cube[1][0][0] - &cube[0][0][0] == 12) + 6;
}
