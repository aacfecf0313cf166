// Integer promotions of char, short, bool and bit-fields in unary and binary operators.
#include <stdio.h>

#define TYPE(e) _Generic((e), int: "int", unsigned: "unsigned", char: "char", \
    unsigned char: "unsigned char", short: "short", default: "other")

struct bits { unsigned narrow : 5; unsigned full : 32; int sign : 5; _Bool flag : 1; };

int main(void) {
    unsigned char uc = 200, ud = 100;
    signed char sc = -128;
    unsigned short us = 65535;
    short ss = -32768;
    _Bool flag = 1;
    struct bits b = {31, 4294967295u, -16, 1};

    printf("%d %d %d\n", uc + ud, uc * ud, ud - uc);
    printf("%d %d\n", -sc, ~uc);
    printf("%d %d %d\n", us + 1, ss - 1, -ss);
    printf("%d %d %d\n", flag + flag, ~flag, -flag);
    printf("%s %s %s\n", TYPE(uc + ud), TYPE(+uc), TYPE(uc));
    printf("%s %s %s\n", TYPE(us << 1), TYPE(~ss), TYPE(!us));
    printf("%s %s %s %s\n", TYPE(b.narrow + 0), TYPE(b.full + 0), TYPE(b.sign + 0), TYPE(b.flag + 0));
    printf("%d %d\n", b.narrow - 32 < 0, b.full - 32 < 0);
    unsigned char sum = uc + ud;
    signed char difference = sc - 1;
    printf("%d %d\n", sum, difference);
    printf("%d %d\n", (unsigned char)~uc, (unsigned char)~uc >> 4);
    printf("%d\n", (unsigned char)(uc << 4) >> 4);
    char c = 'z';
    c += 100;
    printf("%d %d\n", c, c < 0);
    us *= 2;
    printf("%d\n", us);
    return sizeof(uc + ud) == sizeof(int) ? 4 : 5;
}
