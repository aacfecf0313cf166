// Bit tricks: population count, reversal, rounding to powers, gray codes, sets, CRC, random numbers, Morton order.
#include <stdint.h>
#include <stdio.h>

static int popcount(uint32_t x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0Fu;
    return x * 0x01010101u >> 24;
}
static uint32_t reverse(uint32_t x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0F0F0F0Fu) | (x & 0x0F0F0F0Fu) << 4;
    x = (x >> 8 & 0x00FF00FFu) | (x & 0x00FF00FFu) << 8;
    return x >> 16 | x << 16;
}
static uint32_t round_up(uint32_t x) {
    x--;
    for (int shift = 1; shift < 32; shift <<= 1) x |= x >> shift;
    return x + 1;
}
static uint32_t rotate(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
static uint32_t gray(uint32_t x) { return x ^ x >> 1; }
static uint32_t from_gray(uint32_t x) { for (int s = 16; s; s >>= 1) x ^= x >> s; return x; }
static int sign_extend(unsigned x, int bits) { unsigned m = 1u << (bits - 1); x &= (1u << bits) - 1; return (int)(x ^ m) - (int)m; }
static uint64_t morton(uint32_t x, uint32_t y) {
    uint64_t r = 0;
    for (int i = 0; i < 32; i++) r |= (uint64_t)(x >> i & 1) << (2 * i) | (uint64_t)(y >> i & 1) << (2 * i + 1);
    return r;
}
static uint32_t crc32(const char *s) {
    uint32_t crc = ~0u;
    while (*s) {
        crc ^= (uint8_t)*s++;
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
    }
    return ~crc;
}
static unsigned isqrt(uint64_t n) {
    uint64_t r = 0, bit = 1ull << 62;
    while (bit > n) bit >>= 2;
    for (; bit; bit >>= 2)
        if (n >= r + bit) { n -= r + bit; r = (r >> 1) + bit; } else r >>= 1;
    return (unsigned)r;
}
static uint32_t next_subset(uint32_t x) { uint32_t c = x & -x, r = x + c; return (((r ^ x) >> 2) / c) | r; }
static int16_t saturate(int32_t x) { return x > 32767 ? 32767 : x < -32768 ? -32768 : (int16_t)x; }
static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}
static unsigned multiply(unsigned a, unsigned b) { unsigned r = 0; for (; b; b >>= 1, a <<= 1) if (b & 1) r += a; return r; }

int main(void) {
    uint32_t samples[] = {0, 1, 0x80000000u, 0xDEADBEEFu, 0x0000FFFFu, 0xFFFFFFFFu};
    for (int i = 0; i < 6; i++)
        printf("%08x %d %08x %08x %08x\n", samples[i], popcount(samples[i]), reverse(samples[i]), rotate(samples[i], 12), gray(samples[i]));
    printf("%u %u %u %u\n", round_up(1), round_up(17), round_up(4096), round_up(70000));
    int good = 1;
    for (uint32_t i = 0; i < 40; i++) good &= from_gray(gray(i * 1234567)) == i * 1234567;
    printf("%d\n", good);
    printf("%d %d %d %d\n", sign_extend(0xF, 4), sign_extend(7, 4), sign_extend(0x80, 8), sign_extend(0x1FF, 9));
    printf("%llx %llx\n", (unsigned long long)morton(0xFFFF, 0), (unsigned long long)morton(0x12345678, 0x9ABCDEF0));
    printf("%08x %08x\n", crc32("123456789"), crc32(""));
    printf("%u %u %u\n", isqrt(144), isqrt(1000000007), isqrt(~0ull));
    uint32_t set = 0x7;
    for (int i = 0; i < 8; i++) { printf("%02x ", set); set = next_subset(set); }
    printf("\n");
    printf("%d %d %d\n", saturate(40000), saturate(-40000), saturate(123));
    uint64_t seed = 42;
    for (int i = 0; i < 3; i++) printf("%016llx ", (unsigned long long)mix(seed += 0x9E3779B97F4A7C15ull));
    printf("\n");
    printf("%u %u\n", multiply(123456, 7890), multiply(~0u, 3));
    int a = 5, b = 9;
    a ^= b, b ^= a, a ^= b;
    printf("%d %d %d %d\n", a, b, (a ^ b) < 0, (a & b) + ((a ^ b) >> 1));
    int x = -37, mask = x >> 31;
    printf("%d\n", (x ^ mask) - mask);
    return popcount(crc32("unthread"));
}
