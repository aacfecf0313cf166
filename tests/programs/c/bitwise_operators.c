// Bitwise and, or, xor, complement on all widths and on mixed signs.
#include <stdio.h>

int main(void) {
    unsigned char a = 0xA5;
    signed char b = -86;
    short s = 0x0FF0;
    int i = -2;
    unsigned u = 0xDEADBEEFu;
    long long ll = -0x123456789ll;
    unsigned long long ull = 0xCAFEBABE12345678ull;

    printf("%d %d %d\n", a & b, a | b, a ^ b);
    printf("%d %d %d\n", a & 0x0F, s | 0xF000, s ^ -1);
    printf("%x %x %x\n", i & u, i | u, i ^ u);
    printf("%llx %llx %llx\n", ll & ull, ll | ull, ll ^ ull);
    printf("%llx %llx\n", i & ull, u & ll);
    printf("%llx %llx\n", (unsigned long long)~u, ~(unsigned long long)u);
    printf("%d %d %d\n", ~a, ~b, ~s);
    printf("%d\n", ~i);
    a &= b; s |= a; u ^= ll; ull &= ~0xFFull; i |= 64;
    printf("%d %d %x %llx %d\n", a, s, u, ull, i);
    printf("%d\n", (5 & 6) == 4 && 5 & 6 == 6);
    printf("%d\n", 1 | 2 ^ 3 & 4);
    printf("%d %d\n", !5 & 1, !(5 & 2));
    unsigned x = 0x0F0F1234u, y = 0;
    for (int k = 0; k < 32; k++) y |= (x >> k & 1u) << (31 - k);
    printf("%08x\n", y);
    x ^= y; y ^= x; x ^= y;
    printf("%08x %08x\n", x, y);
    return a & 0x7F;
}
