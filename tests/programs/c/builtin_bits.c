// __builtin clz, ctz, popcount, parity, ffs, clrsb in all widths.
#include <stdio.h>

int main(void) {
    unsigned values[] = {1, 2, 3, 0x80000000u, 0xFFFFFFFFu, 0x00F0F000u, 12345};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        unsigned v = values[i];
        printf("%x: %d %d %d %d %d\n", v, __builtin_clz(v), __builtin_ctz(v), __builtin_popcount(v), __builtin_parity(v), __builtin_ffs((int)v));
    }
    unsigned long long wide[] = {1, 1ull << 63, 0xFFFFFFFF00000000ull, 0x0123456789ABCDEFull};
    for (unsigned i = 0; i < 4; i++) {
        unsigned long long v = wide[i];
        printf("%llx: %d %d %d %d %d\n", v, __builtin_clzll(v), __builtin_ctzll(v), __builtin_popcountll(v), __builtin_parityll(v), __builtin_ffsll((long long)v));
    }
    unsigned long l = 40;
    printf("%d %d %d %d\n", __builtin_clzl(l), __builtin_ctzl(l), __builtin_popcountl(l), __builtin_ffsl(l));
    printf("%d %d %d\n", __builtin_popcount(0), __builtin_ffs(0), __builtin_parity(0));
    printf("%d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsb(1000));
    printf("%d\n", __builtin_clrsbll(-5000000000ll));
    unsigned char small = 0xF0;
    printf("%d %d\n", __builtin_popcount(small), __builtin_clz(small));
    static const int constant = __builtin_popcount(0xFF) + __builtin_clz(1);
    int log2 = 31 - __builtin_clz(1000);
    printf("%d %d\n", constant, log2);
    return __builtin_ctz(1u << 17);
}
