// Checked arithmetic built-ins: generic over types, with mixed operands and narrow results.
#include <stdio.h>
#include <limits.h>
#include <stdint.h>

int main(void) {
    int r;
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &r)); printf("%d\n", r);
    printf("%d ", __builtin_add_overflow(40, 2, &r)); printf("%d\n", r);
    printf("%d ", __builtin_sub_overflow(INT_MIN, 1, &r)); printf("%d\n", r);
    printf("%d ", __builtin_mul_overflow(65536, 65536, &r)); printf("%d\n", r);
    printf("%d ", __builtin_mul_overflow(-46341, 46341, &r)); printf("%d\n", r);
    unsigned u;
    printf("%d ", __builtin_add_overflow(UINT_MAX, 1u, &u)); printf("%u\n", u);
    printf("%d ", __builtin_sub_overflow(1u, 2u, &u)); printf("%u\n", u);
    printf("%d ", __builtin_add_overflow(-1, 2u, &u)); printf("%u\n", u);
    printf("%d ", __builtin_sub_overflow(5, 10, &u)); printf("%u\n", u);
    signed char c;
    printf("%d ", __builtin_add_overflow(100, 27, &c)); printf("%d\n", c);
    printf("%d ", __builtin_add_overflow(100, 28, &c)); printf("%d\n", c);
    uint16_t h;
    printf("%d ", __builtin_mul_overflow(256, 256, &h)); printf("%d\n", h);
    long long ll;
    printf("%d ", __builtin_mul_overflow(INT_MAX, INT_MAX, &ll)); printf("%lld\n", ll);
    printf("%d ", __builtin_mul_overflow(LLONG_MAX, 2, &ll)); printf("%lld\n", ll);
    printf("%d ", __builtin_add_overflow(ULLONG_MAX, -1, &ll)); printf("%lld\n", ll);
    unsigned long long ull;
    printf("%d ", __builtin_mul_overflow(0x100000000ull, 0xFFFFFFFFull, &ull)); printf("%llx\n", ull);
    printf("%d ", __builtin_sub_overflow(0ull, 1, &ull)); printf("%llx\n", ull);
    printf("%d ", __builtin_sadd_overflow(INT_MAX, INT_MAX, &r)); printf("%d\n", r);
    printf("%d ", __builtin_ssub_overflow(3, 4, &r)); printf("%d\n", r);
    printf("%d ", __builtin_umul_overflow(3000000000u, 2, &u)); printf("%u\n", u);
    printf("%d ", __builtin_smulll_overflow(LLONG_MIN, -1, &ll)); printf("%lld\n", ll);
    printf("%d ", __builtin_uaddll_overflow(ULLONG_MAX, 5, &ull)); printf("%llu\n", ull);
    long l;
    printf("%d ", __builtin_saddl_overflow(LONG_MAX, 1, &l)); printf("%d\n", l == LONG_MIN);
    int total = 0, overflowed = 0;
    for (int i = 1; i < 20; i++)
        if (__builtin_mul_overflow(total + i, i, &total)) overflowed++;
    printf("%d %d\n", overflowed, total);
    return overflowed;
}
