// Unions: reading another member than the last written gives the bytes, all members share the start.
#include <stdio.h>
#include <stdint.h>

union word { uint32_t u; int32_t i; float f; uint8_t b[4]; uint16_t h[2]; struct { uint16_t lo; int16_t hi; } s; };
union big { double d; uint64_t u; struct { uint32_t lo, hi; } w; unsigned char bytes[8]; };

static float from_bits(uint32_t u) { union word w = {u}; return w.f; }
static uint64_t bits(double d) { return ((union big){.d = d}).u; }

int main(void) {
    union word w;
    w.u = 0xC0490FDBu;
    printf("%d %.6f\n", w.i, w.f);
    printf("%x %x %x %x\n", w.b[0], w.b[1], w.b[2], w.b[3]);
    printf("%x %x %d\n", w.h[0], w.h[1], w.s.hi);
    w.f = 1.5f;
    printf("%x\n", w.u);
    w.b[3] = 0x40;
    printf("%g\n", w.f);
    w.s.hi = -1;
    printf("%x\n", w.u);
    printf("%g %g\n", from_bits(0x3F800000), from_bits(0x7F800000));
    printf("%llx %llx\n", (unsigned long long)bits(1.0), (unsigned long long)bits(-0.0));
    union big b = {3.141592653589793};
    printf("%x %x\n", b.w.hi, b.w.lo);
    b.w.hi ^= 0x80000000u;
    printf("%.15g\n", b.d);
    b.u = 0x7FEFFFFFFFFFFFFFull;
    printf("%g\n", b.d);
    for (int i = 0; i < 8; i++) b.bytes[i] = i == 7 ? 0x40 : 0;
    printf("%g\n", b.d);
    union word copy = w, *p = &copy;
    p->b[0] = 0;
    printf("%x %x\n", copy.u, w.u);
    printf("%zu %zu\n", sizeof(union word), sizeof(union big));
    uint32_t i = 0x5F3759DFu;
    union word y = {.f = 2.0f};
    y.u = i - (y.u >> 1);
    y.f *= 1.5f - 0.5f * 2.0f * y.f * y.f;
    printf("%.5f\n", y.f);
    return w.b[1];
}
