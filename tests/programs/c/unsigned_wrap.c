// Unsigned arithmetic wraps modulo two to the width, for every width.
#include <stdio.h>
#include <limits.h>
#include <stdint.h>

int main(void) {
    uint8_t a = 255;
    uint16_t b = 65535;
    uint32_t c = 4294967295u;
    uint64_t d = UINT64_MAX;
    unsigned long l = ULONG_MAX;

    a++; b++; c++; d++; l++;
    printf("%u %u %u %llu %lu\n", a, b, c, (unsigned long long)d, l);
    a--; b--; c--; d--; l--;
    printf("%u %u %u %llu %d\n", a, b, c, (unsigned long long)d, l == ULONG_MAX);
    a += 10; b += 10; c += 10; d += 10;
    printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
    a -= 20; b -= 20; c -= 20; d -= 20;
    printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
    c = 3000000000u; c *= 3; d = 10000000000000000000ull; d *= 7;
    printf("%u %llu\n", c, (unsigned long long)d);
    c = -7; d = -7;
    printf("%u %llu\n", c, (unsigned long long)d);
    c = -c; d = ~d;
    printf("%u %llu\n", c, (unsigned long long)d);
    uint32_t hash = 2166136261u;
    for (const char *p = "unthread"; *p; p++) { hash ^= (unsigned char)*p; hash *= 16777619u; }
    printf("%08x\n", hash);
    uint64_t state = 88172645463325252ull;
    for (int i = 0; i < 5; i++) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; }
    printf("%016llx\n", (unsigned long long)state);
    uint16_t product = b;
    product = (uint16_t)(product * 3u);
    printf("%u\n", product);
    return (int)(0u - 1u > 0u) + 10;
}
