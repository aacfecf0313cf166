// Prefix and postfix ++ and -- on integers, floats, pointers, array elements and members.
#include <stdio.h>

struct pair { short x; struct { double d; } inner; char *p; };

static int counter;
static int *locate(void) { counter++; static int cell = 10; return &cell; }

int main(void) {
    int i = 5;
    int a = i++, b = ++i, c = i--, d = --i;
    printf("%d %d %d %d %d\n", a, b, c, d, i);
    unsigned char uc = 255;
    int e = uc++, f = uc--, g = --uc;
    printf("%d %d %d %d\n", e, f, g, uc);
    signed char sc = 127;
    sc++;
    printf("%d\n", sc);
    float x = 1.5f;
    double y = -0.5;
    float h = x++;
    double k = --y;
    printf("%g %g %g %g\n", h, x, k, y);
    int array[] = {10, 20, 30, 40};
    int *p = array;
    int m = *p++, n = *++p, o = ++*p, q = (*p)--;
    printf("%d %d %d %d %d %td\n", m, n, o, q, *p, p - array);
    int index = 0;
    array[index++] = 100;
    array[++index] += 5;
    printf("%d %d %d %d\n", index, array[0], array[1], array[2]);
    struct pair s = {1, {2.5}, "text"};
    s.x++; ++s.inner.d; s.p++;
    printf("%d %g %s\n", s.x, s.inner.d, s.p--);
    struct pair *r = &s;
    r->x--; --r->inner.d;
    printf("%d %g %s\n", r->x, r->inner.d, r->p);
    (*locate())++;
    ++*locate();
    int before = (*locate())--;
    int after = *locate();
    printf("%d %d %d\n", before, after, counter);
    volatile int v = 3;
    v++;
    printf("%d\n", v);
    return array[3]++;
}
