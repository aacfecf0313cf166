// printf integer conversions: d i u o x X c with lengths hh h l ll z t j and flags.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%d %i %u %o %x %X\n", -42, 42, 42u, 42u, 0xbeefu, 0xBEEFu);
    printf("%hhd %hhu %hd %hu\n", (signed char)-1, (unsigned char)255, (short)-1, (unsigned short)65535);
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
    printf("%ld %lu %lx %lo\n", -1234567890l, 1234567890ul, 0xabcdefl, 8l);
    printf("%lld %llu %llx %llX\n", -1234567890123ll, 12345678901234567890ull, 0xdeadbeefcafeull, 0xdeadbeefcafeull);
    printf("%zu %zd %td %jd %ju\n", sizeof(int), (ptrdiff_t)-5, (ptrdiff_t)7, (intmax_t)-8, (uintmax_t)9);
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%+d]\n", 42, 42, 42, 42, 42, -42);
    printf("[%.3d] [%8.3d] [%-8.3d] [%08.3d] [%+.3d]\n", 7, 7, 7, 7, 7);
    printf("[%.0d] [%.d] [%5.0d] [%.0d]\n", 0, 0, 0, 1);
    printf("[%#o] [%#x] [%#X] [%#x] [%#o]\n", 8, 255, 255, 0, 0);
    printf("[%#8x] [%#08x] [%-#8x] [%#.4x]\n", 255, 255, 255, 255);
    printf("[%*d] [%-*d] [%*d]\n", 6, 42, 6, 42, -6, 42);
    printf("[%.*d] [%*.*d] [%.*d]\n", 4, 42, 8, 4, 42, -1, 42);
    printf("[%c] [%3c] [%-3c] [%c%c]\n", 'a', 'b', 'c', 'd', 'e');
    printf("%d%% [%%] %c\n", 50, '%');
    printf("%d %d\n", -2147483647 - 1, 2147483647);
    printf("%lld\n", -9223372036854775807ll - 1);
    printf("%u %x\n", (unsigned)-1, (unsigned)-1);
    printf("[%+5d] [%-+5d] [% 5d] [%0+5d] [%- 5d]\n", 3, 3, 3, 3, 3);
    printf("[%20lld] [%-20lld] [%020lld]\n", -5ll, -5ll, -5ll);
    int n = printf("count\n");
    printf("%d %d\n", n, printf(""));
    return n;
}
