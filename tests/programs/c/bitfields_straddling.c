// Bit-fields that would straddle a storage unit, wide ones, mixed with plain members.
#include <stdio.h>
#include <string.h>

struct a { unsigned x : 20; unsigned y : 20; unsigned z : 20; };
struct b { char c; unsigned x : 12; short s; unsigned y : 24; };
struct c { unsigned long long x : 37; unsigned long long y : 27; unsigned long long z : 5; };
struct __attribute__((packed)) d { unsigned x : 20; unsigned y : 20; unsigned z : 24; };
struct e { unsigned char a : 6; unsigned short b : 12; unsigned char c : 4; };
struct f { int i; unsigned x : 31; unsigned y : 2; char tail; };

#define DUMP(v) do { const unsigned char *p = (const void *)&(v); \
    for (unsigned n = 0; n < sizeof(v); n++) printf("%02x", p[n]); printf("\n"); } while (0)

int main(void) {
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e), sizeof(struct f));
    struct a a;
    memset(&a, 0, sizeof a);
    a.x = 0xABCDE; a.y = 0x12345; a.z = 0xFFFFF;
    DUMP(a);
    struct b b;
    memset(&b, 0, sizeof b);
    b.c = 1; b.x = 0xFED; b.s = 0x5566; b.y = 0x778899;
    DUMP(b);
    struct c c;
    memset(&c, 0, sizeof c);
    c.x = 0x1234567890ull; c.y = 0x7654321; c.z = 21;
    DUMP(c);
    printf("%llx %llx %d\n", (unsigned long long)c.x, (unsigned long long)c.y, (int)c.z);
    struct d d = {0x11111, 0x22222, 0x333333};
    DUMP(d);
    d.y = 0xFFFFF;
    printf("%x %x %x\n", d.x, d.y, d.z);
    d.z = 0;
    printf("%x %x %x\n", d.x, d.y, d.z);
    struct e e;
    memset(&e, 0, sizeof e);
    e.a = 63; e.b = 0xABC; e.c = 9;
    DUMP(e);
    struct f f = {-1, 0x7FFFFFFF, 2, 't'};
    f.x -= 1;
    printf("%d %x %d %c\n", f.i, f.x, f.y, f.tail);
    return e.c;
}
