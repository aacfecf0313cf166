// Pointers to arrays, rows as objects, casts of flat storage to rows.
#include <stdio.h>

typedef int row[4];

static int sum_row(const row *r) {
    int total = 0;
    for (int i = 0; i < 4; i++) total += (*r)[i];
    return total;
}
static int sum(int (*m)[4], int n) {
    int total = 0;
    for (int i = 0; i < n; i++) total += sum_row(&m[i]);
    return total;
}
static int (*pick(int (*m)[4], int i))[4] { return m + i; }

int main(void) {
    int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    int (*p)[4] = m;
    printf("%d %d %d\n", (*p)[1], p[1][2], (*(p + 2))[3]);
    p++;
    printf("%d %d\n", **p, *(*p + 3));
    printf("%d\n", sum(m, 3));
    printf("%d\n", (*pick(m, 2))[1]);
    int (*whole)[3][4] = &m;
    printf("%d %zu %zu\n", (*whole)[1][1], sizeof *whole, sizeof **whole);
    printf("%d\n", (int)((int *)(whole + 1) - (int *)whole));
    row single = {100, 200, 300, 400};
    row *address = &single;
    (*address)[2] = 333;
    printf("%d %d\n", single[2], sum_row(&single));
    int flat[12];
    for (int i = 0; i < 12; i++) flat[i] = i * i;
    int (*view)[4] = (int (*)[4])flat;
    printf("%d %d\n", view[2][3], sum(view, 3));
    char names[][8] = {"zero", "one", "two"};
    char (*name)[8] = names;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++, name++) printf("%s,%c ", *name, (*name)[1]);
    printf("\n");
    printf("%d\n", &m[1][4] == &m[2][0]);
    return (int)(&m[2] - m);
}
