// Compound assignment, increment and decrement on bit-fields, with wrap and value of the expression.
#include <stdio.h>

struct s { unsigned u : 4; signed i : 4; unsigned v : 24; unsigned long long w : 36; _Bool b : 1; };
static struct s global = {1, -1, 2, 3, 1};
static int reached;
static struct s *get(void) { reached++; return &global; }

int main(void) {
    struct s s = {15, 7, 0xFFFFFF, 0xFFFFFFFFFull, 0};
    printf("%u ", s.u++);
    printf("%u ", s.u);
    printf("%u ", --s.u);
    printf("%u\n", s.u--);
    printf("%d ", s.i++);
    printf("%d ", s.i);
    printf("%d ", --s.i);
    printf("%d\n", s.i);
    s.v++;
    printf("%u\n", s.v);
    s.v--;
    s.v >>= 4;
    printf("%x\n", s.v);
    s.w += 2;
    printf("%llu\n", (unsigned long long)s.w);
    s.w -= 3;
    printf("%llx\n", (unsigned long long)s.w);
    s.u = 5;
    s.u *= 7; printf("%u ", s.u);
    s.u <<= 2; printf("%u ", s.u);
    s.u |= 0x31; printf("%u ", s.u);
    s.u ^= 0xFF; printf("%u ", s.u);
    s.u &= ~4; printf("%u ", s.u);
    s.u -= 9; printf("%u ", s.u);
    s.u /= 2; printf("%u ", s.u);
    s.u %= 3; printf("%u\n", s.u);
    s.i = -8;
    s.i -= 1; printf("%d ", s.i);
    s.i *= 3; printf("%d ", s.i);
    s.i >>= 1; printf("%d ", s.i);
    s.i += 0.9; printf("%d\n", s.i);
    int value = (s.u += 30);
    printf("%d\n", value);
    get()->u += get()->v;
    get()->i--;
    printf("%u %d %d\n", global.u, global.i, reached);
    s.b += 2; printf("%d ", s.b);
    s.b -= 1; printf("%d\n", s.b);
    unsigned a = s.u = s.v = 0x1F;
    printf("%u %u %u\n", a, s.u, s.v);
    return s.u;
}
