// The conditional operator: usual conversions, pointers, void, structs, nesting, as statement.
#include <stdio.h>

struct point { int x, y; };
static int count;
static void left(void) { count += 1; }
static void right(void) { count += 10; }

static const char *size(int n) { return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : "large"; }

int main(void) {
    int one = 1, zero = 0;
    printf("%zu %zu\n", sizeof(one ? 1 : 1.0), sizeof(one ? 'a' : (short)1));
    printf("%u\n", one ? -1 : 0u);
    printf("%lld\n", (long long)(one ? -1 : 0u));
    printf("%g %g\n", one ? 3 : 2.5, zero ? 3 : 2.5);
    printf("%g\n", (one ? 1 : 0.5f) / 2);
    printf("%s %s %s %s\n", size(-4), size(0), size(4), size(40));
    struct point a = {1, 2}, b = {3, 4};
    struct point c = zero ? a : b;
    printf("%d %d %d\n", c.x, c.y, (one ? a : b).y);
    one ? left() : right();
    zero ? left() : right();
    printf("%d\n", count);
    int *p = &one, *q = zero ? p : (void *)0, *r = one ? p : 0;
    printf("%d %d\n", q == 0, *r);
    *(zero ? &one : &zero) = 6;
    printf("%d %d\n", one, zero);
    int i = 0, j = 0;
    zero ? i++ : j++;
    printf("%d %d\n", i, j);
    void (*chosen)(void) = one ? left : right;
    chosen();
    (zero ? left : right)();
    printf("%d\n", count);
    const void *cv = one ? (const void *)&a : (void *)&b;
    printf("%d\n", cv == &a);
    int n = one ? zero ? 1 : 2 : 3;
    printf("%d\n", n);
    char text[] = "abc";
    printf("%s %s\n", one ? text : "x", zero ? "yes" : text + 1);
    return one ? zero : one;
}
