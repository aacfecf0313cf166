// __builtin_bswap16/32/64 and byte order by hand.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

static uint32_t by_hand(uint32_t v) { return v >> 24 | (v >> 8 & 0xFF00) | (v << 8 & 0xFF0000) | v << 24; }
static uint16_t big16(const unsigned char *p) { return (uint16_t)(p[0] << 8 | p[1]); }

int main(void) {
    printf("%x\n", __builtin_bswap16(0x1234));
    printf("%x %x\n", __builtin_bswap32(0x12345678), by_hand(0x12345678));
    printf("%llx\n", (unsigned long long)__builtin_bswap64(0x0123456789ABCDEFull));
    uint16_t h = 0x00FF;
    h = __builtin_bswap16(h);
    printf("%d\n", h);
    printf("%x\n", __builtin_bswap16((uint16_t)0xABCDE));
    uint32_t round = __builtin_bswap32(__builtin_bswap32(0xDEADBEEF));
    printf("%x\n", round);
    unsigned char bytes[4];
    uint32_t word = __builtin_bswap32(0x0A0B0C0D);
    memcpy(bytes, &word, 4);
    printf("%d %d %d %d %x\n", bytes[0], bytes[1], bytes[2], bytes[3], big16(bytes));
    printf("%d\n", __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    printf("%zu %zu %zu\n", sizeof __builtin_bswap16(1), sizeof __builtin_bswap32(1), sizeof __builtin_bswap64(1));
    return __builtin_bswap32(0x21000000);
}
