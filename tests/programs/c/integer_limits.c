// limits.h and stdint.h: ranges, exact-width types, constant macros, size_t and intptr_t.
#include <stdio.h>
#include <limits.h>
#include <stdint.h>
#include <stddef.h>

int main(void) {
    printf("%d %d %d\n", CHAR_BIT, CHAR_MIN, CHAR_MAX);
    printf("%d %d %d\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d %d %d\n", INT8_MIN, INT16_MAX, INT32_MIN, UINT8_MAX);
    printf("%lld %llu\n", (long long)INT64_MIN, (unsigned long long)UINT64_MAX);
    printf("%d %d %d\n", SIZE_MAX == (size_t)-1, PTRDIFF_MAX > 0, INTPTR_MIN < 0);
    printf("%zu %zu %zu %zu\n", sizeof(int8_t), sizeof(uint16_t), sizeof(int32_t), sizeof(uint64_t));
    printf("%zu %zu\n", sizeof(intptr_t), sizeof(uintmax_t));
    printf("%zu %zu\n", sizeof(int_least16_t), sizeof(int_fast8_t));
    int64_t x = INT64_C(1) << 40;
    uint64_t y = UINT64_C(0xFFFFFFFFFF);
    printf("%lld %llu\n", (long long)x, (unsigned long long)y);
    uint8_t a = UINT8_MAX;
    int16_t b = INT16_MIN;
    a += 2;
    b -= 1;
    printf("%d %d\n", a, b);
    uint32_t c = UINT32_MAX;
    int32_t d = (int32_t)c;
    printf("%d %d\n", d, (int)(c + 1));
    return INT_MAX & 0x3F;
}
