// Division truncates towards zero and the remainder takes the sign of the dividend.
#include <stdio.h>

static void show(int a, int b) {
    printf("%d/%d=%d %d%%%d=%d %d\n", a, b, a / b, a, b, a % b, (a / b) * b + a % b == a);
}

int main(void) {
    int values[] = {7, -7, 8, -8, 1, -1, 0};
    int divisors[] = {2, -2, 3, -3, 7, -7, 10};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j += 2)
            show(values[i], divisors[j]);
    long long big = -9223372036854775807ll;
    printf("%lld %lld\n", big / 10, big % 10);
    printf("%lld %lld\n", big / -1, big % 1000000007);
    unsigned u = 4294967289u;
    printf("%u %u %u\n", u / 7, u % 7, u / 4294967289u);
    unsigned long long ull = 18446744073709551615ull;
    printf("%llu %llu\n", ull / 10, ull % 10);
    signed char c = -128;
    printf("%d %d %d\n", c / -1, c % 3, c / (signed char)100);
    c /= -1;
    printf("%d\n", c);
    short s = -30000;
    s %= 7;
    printf("%d\n", s);
    printf("%g %g\n", -7 / 2.0, 7.0f / -2);
    printf("%u %d\n", -7 / 2u, -7 / (unsigned char)2);
    return -7 % 4 == -3 ? 21 : 22;
}
