// Compound assignment: all operators, conversion of the result, left side evaluated once.
#include <stdio.h>

static int evaluations;
static int *cell(int *p) { evaluations++; return p; }

int main(void) {
    int i = 100;
    i += 7; i -= 3; i *= 2; i /= 3; i %= 50; i <<= 3; i >>= 1; i |= 1; i &= 0x7D; i ^= 0x55;
    printf("%d\n", i);
    unsigned char c = 250;
    c += 10; printf("%d ", c);
    c *= 100; printf("%d ", c);
    c -= 200; printf("%d ", c);
    c <<= 3; printf("%d ", c);
    c /= 0.5; printf("%d\n", c);
    signed char s = -100;
    s -= 100; printf("%d ", s);
    s >>= 1; printf("%d ", s);
    s *= -2; printf("%d\n", s);
    int n = -10;
    n /= 3u; printf("%d ", n);
    n = -10; n %= 3; printf("%d ", n);
    n += 2.9; printf("%d ", n);
    n *= 2.5f; printf("%d\n", n);
    float f = 10;
    f /= 4; f += 1; f -= 0.25; f *= 3;
    printf("%g\n", f);
    long long ll = 1;
    ll <<= 40; ll += 1u; ll *= -3;
    printf("%lld\n", ll);
    int values[3] = {1, 2, 3};
    *cell(&values[1]) += 10;
    *cell(values) *= *cell(values + 2) + 1;
    printf("%d %d %d, %d\n", values[0], values[1], values[2], evaluations);
    int a = 1, b = 2, d = 3;
    a += b += d *= 2;
    printf("%d %d %d\n", a, b, d);
    int index = 0;
    values[index++] += 5;
    values[index++] -= 5;
    printf("%d %d %d %d\n", index, values[0], values[1], values[2]);
    const char *p = "abcdef";
    p += 3; p -= 1;
    printf("%s\n", p);
    return (i += 2) & 0xFF;
}
