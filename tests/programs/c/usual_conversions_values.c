// Usual arithmetic conversions: the values that mixed signed and unsigned operands give.
#include <stdio.h>

int main(void) {
    int minus = -1;
    unsigned one = 1;
    long lminus = -2;
    unsigned long ulone = 1;
    long long llminus = -3;
    unsigned long long ull = 5;
    short sminus = -4;
    unsigned short us = 4;

    printf("%u %u\n", minus + one, minus * one);
    printf("%u %u\n", minus / 2u, minus % 10u);
    printf("%ld %d\n", lminus + (long)one, lminus + one > 0);
    printf("%lu %lu\n", lminus + ulone, lminus / ulone);
    printf("%lld %llu\n", llminus + one, llminus + ull);
    printf("%llu %lld\n", minus * ull, minus * llminus);
    printf("%d %d\n", sminus + us, sminus * us);
    printf("%u\n", sminus + one);
    printf("%d %d %d\n", minus < one, sminus < us, llminus < one);
    printf("%d %d\n", minus > (unsigned char)1, minus > 1ull);
    printf("%llu\n", 4294967295u + 1ull);
    printf("%u\n", 4294967295u + 1u);
    printf("%lld\n", 4294967295u * 2ll);
    printf("%lld\n", (long long)(minus + one));
    printf("%lld\n", (long long)(minus + 0u));
    printf("%g %g\n", minus + 0.5, one - 2.5f);
    printf("%g %g\n", (double)(one - 2), (double)minus);
    printf("%d\n", (minus == 4294967295u) + (minus == 18446744073709551615ull));
    return (minus < one) ? 1 : 2;
}
