// Variable length arrays with two and three dimensions, mixed with constant ones.
#include <stdio.h>

static int f(int n) { return n + 1; }

int main(void) {
    int rows = 3, columns = 4;
    int m[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) m[i][j] = 10 * i + j;
    printf("%d %d %d\n", m[2][3], *m[1], (*(m + 2))[1]);
    printf("%zu %zu %zu\n", sizeof m, sizeof m[0], sizeof m[0][0]);
    printf("%d\n", (int)((int *)m[2] - (int *)m[0]));
    int a = 2, b = 3, c = 5;
    short cube[a][b][c];
    int n = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) cube[i][j][k] = n++;
    printf("%d %d %d\n", cube[1][2][4], cube[1][0][0], cube[0][2][1]);
    printf("%zu %zu %zu\n", sizeof cube, sizeof *cube, sizeof **cube);
    char half[a][7];
    char other[7][b];
    printf("%zu %zu %zu %zu\n", sizeof half, sizeof half[0], sizeof other, sizeof other[0]);
    for (int i = 0; i < 7; i++) for (int j = 0; j < b; j++) other[i][j] = i * b + j;
    printf("%d\n", other[6][2]);
    long long called[f(1)][f(2)];
    for (unsigned i = 0; i < sizeof called / sizeof called[0]; i++)
        for (unsigned j = 0; j < sizeof called[0] / sizeof called[0][0]; j++) called[i][j] = 1ll << (20 * i + j);
    printf("%lld %lld\n", called[1][2], called[0][1]);
    int (*row)[columns] = m;
    row++;
    printf("%d %d\n", (*row)[2], row[1][0]);
    int sum = 0;
    for (int *p = &m[0][0]; p < &m[0][0] + rows * columns; p++) sum += *p;
    printf("%d\n", sum);
    return sum;
}
