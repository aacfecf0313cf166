// Subscripts in every form: reversed, negative, of strings, of calls, of conditionals, nested.
#include <stdio.h>

static int data[6] = {5, 4, 3, 2, 1, 0};
static int *table(void) { return data; }

int main(void) {
    printf("%d %d\n", 2[data], data[2]);
    printf("%c %c %c\n", "string"[3], 1["abc"], *("xyz" + 2));
    int *middle = data + 3;
    printf("%d %d %d\n", middle[-3], middle[0], middle[2]);
    printf("%d\n", table()[1]);
    printf("%d\n", data[data[data[1]]]);
    table()[5] = 50;
    printf("%d\n", data[5]);
    unsigned char small = 4;
    printf("%d %d\n", data[small], data['c' - 'a']);
    long long big = 1;
    printf("%d\n", middle[-big]);
    int flag = 1;
    printf("%d\n", (flag ? data : middle)[1]);
    printf("%d %d\n", (&data[2])[1], *&*&data[3]);
    printf("%d\n", (int)(&data[6] - data));
    printf("%d\n", (*&data)[4]);
    enum { FIRST, SECOND };
    printf("%d\n", data[SECOND]);
    _Bool b = 7;
    printf("%d\n", data[b]);
    char grid[2][3] = {"ab", "cd"};
    printf("%c %c %d\n", grid[1][0], 1[grid][1], 0[0[grid]]);
    int i = 0;
    data[i++] = data[5] + 1;
    printf("%d %d\n", i, data[0]);
    data[i = 3] = 8;
    printf("%d\n", data[3]);
    return data[0];
}
