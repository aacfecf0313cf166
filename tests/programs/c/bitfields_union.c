// Bit-fields in unions: views of one word, layout from the least significant bit.
#include <stdio.h>

union reg {
    unsigned raw;
    struct { unsigned low : 8, mid : 16, high : 8; } part;
    struct { unsigned enable : 1; unsigned mode : 3; int level : 12; unsigned count : 16; };
    unsigned nibble : 4;
    unsigned char byte[4];
};
union floating { float f; struct { unsigned mantissa : 23, exponent : 8, sign : 1; } p; };
union wide { double d; struct { unsigned long long mantissa : 52, exponent : 11, sign : 1; } p; };

static union reg configure(unsigned mode, int level) {
    union reg r = {0};
    r.enable = 1;
    r.mode = mode;
    r.level = level;
    r.count = 0xBEEF;
    return r;
}

int main(void) {
    union reg r;
    r.raw = 0x12345678;
    printf("%x %x %x\n", r.part.low, r.part.mid, r.part.high);
    printf("%u %u %d %x %x\n", r.enable, r.mode, r.level, r.count, r.nibble);
    r.part.mid = 0xFFFF;
    printf("%x\n", r.raw);
    r.level = -2;
    printf("%x\n", r.raw);
    r.nibble = 3;
    printf("%x %x\n", r.raw, r.byte[0]);
    r.byte[3] = 0x80;
    printf("%x %x\n", r.part.high, r.count);
    printf("%x %d\n", configure(5, -100).raw, configure(1, 77).level);
    union floating f = {-6.25f};
    printf("%u %u %x\n", f.p.sign, f.p.exponent, f.p.mantissa);
    f.p.exponent++;
    f.p.sign = 0;
    printf("%g\n", f.f);
    union wide w = {.d = 1.0};
    w.p.mantissa = 1ull << 51;
    printf("%g %u\n", w.d, (unsigned)w.p.exponent);
    w.p.sign = 1;
    w.p.exponent = 1024;
    printf("%g\n", w.d);
    return r.mode;
}
