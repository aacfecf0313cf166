// Enumerations whose constants need unsigned or 64-bit types, and comparisons with them.
#include <stdio.h>

enum plain { A, B };
enum negative { N = -1, P = 1 };
enum big { HUGE_VALUE = 0x80000000u, ONE = 1 };
enum wide { WIDE = 0x100000000ll, MINUS = -1 };
enum __attribute__((packed)) tiny { T0, T255 = 255 };

int main(void) {
    enum plain a = A;
    enum negative n = N;
    enum big h = HUGE_VALUE;
    enum wide w = WIDE;
    enum tiny t = T255;
    printf("%d\n", a - 1 < 0);
    printf("%d\n", n - 1 < 0);
    printf("%d\n", n < 0);
    printf("%zu %zu %zu\n", sizeof(enum plain), sizeof(enum negative), sizeof(enum big));
    printf("%zu %zu\n", sizeof w, sizeof t);
    printf("%u %d\n", h, h > 0);
    printf("%lld %d\n", (long long)w, w > 0);
    w = MINUS;
    printf("%lld %d\n", (long long)w, w < 0);
    printf("%d %d\n", t, t == T255);
    t = T0;
    t--;
    printf("%d\n", t);
    n = P;
    n = -n;
    printf("%d %d\n", n, n == N);
    printf("%d\n", sizeof A == sizeof(int));
    return n == N ? 33 : 34;
}
