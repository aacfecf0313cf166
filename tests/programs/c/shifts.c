// Shifts: result type is that of the promoted left operand, arithmetic right shift of negatives.
#include <stdio.h>

#define SIZE(e) ((int)sizeof(e))

int main(void) {
    signed char sc = -100;
    unsigned char uc = 0xF0;
    short s = -1000;
    unsigned short us = 0x8001;
    int i = -123456;
    unsigned u = 0x80000001u;
    long long ll = -1234567890123ll;
    unsigned long long ull = 0x8000000000000001ull;

    printf("%d %d %d %d\n", sc >> 2, uc << 4, s >> 3, us << 1);
    printf("%d %d %u %u\n", i >> 1, i >> 31, u >> 31, u << 1);
    printf("%lld %lld\n", ll >> 10, ll >> 63);
    printf("%llu %llu\n", ull >> 63, ull << 1);
    printf("%d %d %d\n", SIZE(sc << 1ll), SIZE(1ll << sc), SIZE(us >> 1ull));
    for (int n = 0; n < 32; n += 7)
        printf("%u %u %d\n", 1u << n, u >> n, i >> n);
    for (unsigned n = 0; n < 64; n += 21)
        printf("%llx %llx %lld\n", 1ull << n, ull >> n, ll >> n);
    printf("%d\n", 1 << 30);
    printf("%d\n", (int)(1u << 31) < 0);
    uc <<= 1; us >>= 4; s >>= 2; u <<= 4; ll >>= 3; ull <<= 8; sc >>= 1;
    printf("%d %d %d %u %lld %llx %d\n", uc, us, s, u, ll, ull, sc);
    unsigned x = 0x12345678u;
    printf("%08x %08x\n", (x << 8) | (x >> 24), (x >> 8) | (x << 24));
    printf("%d %d\n", 1 << (_Bool)5, 8 >> 'a' - 'b' + 2);
    return 1 << 6;
}
