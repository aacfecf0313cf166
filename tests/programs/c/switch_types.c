// switch on char, unsigned char, enum, long long, bool, bit-field; conversion of case labels.
#include <stdio.h>

enum color { RED = 2, GREEN = 5, BLUE = -1 };
struct bits { unsigned u : 3; int s : 3; };

static int on_char(char c) { switch (c) { case 'a': return 1; case -1: return 2; case '\x80': return 3; } return 0; }
static int on_uchar(unsigned char c) { switch (c) { case 255: return 1; case 0: return 2; } return 0; }
static int on_enum(enum color c) { switch (c) { case RED: return 1; case GREEN: return 2; case BLUE: return 3; } return 0; }
static int on_long(long long n) {
    switch (n) {
    case 1ll << 40: return 1;
    case -1: return 2;
    case 0x7fffffffffffffffll: return 3;
    case 4294967296ll + 5: return 4;
    case 5: return 5;
    }
    return 0;
}
static int on_unsigned(unsigned n) { switch (n) { case -1: return 1; case 0x80000000: return 2; case 7: return 3; } return 0; }
static int on_ulong(unsigned long long n) { switch (n) { case -2: return 1; case 3: return 2; } return 0; }
static int on_short(short s) { switch (s) { case -32768: return 1; case 'A': return 2; } return 0; }
static int on_bits(struct bits b) { int r = 0; switch (b.u) { case 7: r = 10; break; case 2: r = 20; } switch (b.s) { case -1: r++; } return r; }

int main(void) {
    printf("%d %d %d %d\n", on_char('a'), on_char(255), on_char(128), on_char('b'));
    printf("%d %d %d\n", on_uchar(-1), on_uchar(256), on_uchar(7));
    printf("%d %d %d\n", on_enum(RED), on_enum(GREEN), on_enum(BLUE));
    printf("%d %d %d %d %d\n", on_long(1099511627776), on_long(-1), on_long(9223372036854775807), on_long(4294967301), on_long(5));
    printf("%d %d %d\n", on_unsigned(4294967295u), on_unsigned(2147483648u), on_unsigned(7));
    printf("%d %d\n", on_ulong(18446744073709551614ull), on_ulong(3));
    printf("%d %d\n", on_short(-32768), on_short(65));
    printf("%d %d\n", on_bits((struct bits){7, -1}), on_bits((struct bits){2, 0}));
    _Bool b = 4;
    switch (b) { case 0: printf("false\n"); break; case 1: printf("true\n"); }
    switch (sizeof(int)) { case 4: printf("four\n"); }
    switch ((unsigned char)300) { case 44: printf("wrapped\n"); }
    switch (3 > 2 ? 'x' : 0) { case 'x': printf("x\n"); }
    int n = 2;
    switch (n++) { case 2: printf("%d\n", n); }
    return on_long(n + 2);
}
