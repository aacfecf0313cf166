// Large structures by value: kilobytes passed, returned, assigned, kept in arrays.
#include <stdio.h>
#include <string.h>

struct large { int head; int data[300]; char tail[21]; };
struct matrix { double cell[8][8]; };

static struct large build(int seed) {
    struct large l;
    l.head = seed;
    for (int i = 0; i < 300; i++) l.data[i] = seed * i;
    strcpy(l.tail, "end of the block");
    return l;
}
static long long sum(struct large l) {
    long long total = l.head;
    for (int i = 0; i < 300; i++) total += l.data[i];
    l.data[0] = 1000000;
    return total;
}
static struct matrix multiply(struct matrix a, struct matrix b) {
    struct matrix r = {{{0}}};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            for (int k = 0; k < 8; k++) r.cell[i][j] += a.cell[i][k] * b.cell[k][j];
    return r;
}
static struct large pass_on(int n, struct large l) { return n ? pass_on(n - 1, l) : l; }

int main(void) {
    struct large a = build(3), b;
    printf("%lld %s\n", sum(a), a.tail);
    printf("%lld\n", sum(build(-2)));
    b = a;
    b.data[299] = 0;
    b.tail[3] = '_';
    printf("%lld %lld\n", sum(a), sum(b));
    printf("%s %s\n", a.tail, b.tail);
    struct large array[3] = {a, b, build(1)};
    array[0] = array[2];
    printf("%d %d %d\n", array[0].head, array[1].head, array[0].data[299]);
    printf("%d\n", pass_on(5, b).data[298]);
    struct matrix m = {{{0}}};
    for (int i = 0; i < 8; i++) m.cell[i][i] = 2, m.cell[i][7 - i] = 1;
    struct matrix p = multiply(multiply(m, m), m);
    printf("%g %g %g\n", p.cell[0][0], p.cell[0][7], p.cell[3][5]);
    printf("%d\n", memcmp(&a.data, &array[1].data, 299 * sizeof(int)) == 0);
    printf("%zu\n", sizeof(struct large));
    return (int)(sum(a) % 100);
}
