// The type a bit-field has in expressions: promotion to int, unsigned, and wide fields.
#include <stdio.h>

struct s { unsigned a : 31; unsigned b : 32; unsigned long long c : 20; unsigned long long d : 40; int e : 32; unsigned short f : 16; };

int main(void) {
    struct s s = {1, 1, 1, 1, -1, 65535};
    printf("%d\n", s.a - 2 < 0);
    printf("%d\n", s.b - 2 < 0);
    printf("%d\n", s.e < s.a);
    printf("%d\n", s.e < (int)s.b);
    printf("%d\n", s.e < s.f);
    printf("%d\n", s.f + 1);
    printf("%d\n", -s.a);
    printf("%u\n", -s.b);
    printf("%d\n", s.a ? -1 < s.a : 0);
    s.a = 0x7FFFFFFF;
    printf("%u\n", s.a + 1u);
    s.b = 0xFFFFFFFF;
    printf("%u\n", s.b + 1);
    s.d = 0xFFFFFFFFFFull;
    printf("%llu\n", s.d + 1ull);
    s.c = 0xFFFFF;
    printf("%llu\n", s.c * 4096ull);
    printf("%lld\n", (long long)s.e);
    printf("%llu\n", (unsigned long long)s.d >> 8);
    long long sum = s.a;
    sum += s.b;
    printf("%lld\n", sum);
    printf("%g\n", s.a * 2.0);
    return s.f >> 9;
}
