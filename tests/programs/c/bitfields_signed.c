// Signed bit-fields: sign extension, truncation, comparison, the one-bit signed field.
#include <stdio.h>

struct s { signed a : 3; signed int b : 7; int c : 1; signed d : 21; long long e : 40; };

int main(void) {
    struct s s = {3, -64, 0, -1000000, -500000000000ll};
    printf("%d %d %d %d %lld\n", s.a, s.b, s.c, s.d, (long long)s.e);
    s.a = 4;
    s.b = 64;
    s.c = 1;
    s.d = 1048576;
    s.e = 0x8000000000ll;
    printf("%d %d %d %d %lld\n", s.a, s.b, s.c, s.d, (long long)s.e);
    s.a = -5;
    s.b = 200;
    printf("%d %d\n", s.a, s.b);
    for (int i = -6; i <= 6; i++) { s.a = i; printf("%d ", s.a); }
    printf("\n");
    int value = (s.a = 7);
    printf("%d\n", value);
    printf("%d %d\n", s.c == -1, s.c == 1);
    s.c = 0;
    printf("%d\n", s.c);
    s.b = -1;
    printf("%d %u\n", s.b < 0, (unsigned)s.b);
    printf("%d %d\n", s.b >> 2, s.b / 2);
    s.d = -7;
    printf("%d %d %d\n", s.d / 2, s.d % 3, s.d >> 1);
    printf("%d\n", -s.d);
    s.e = -1;
    printf("%lld %d\n", (long long)s.e, s.e < 0);
    s.e = s.e * 3 - 1;
    printf("%lld\n", (long long)s.e);
    printf("%zu\n", sizeof s);
    return s.b & 0x3F;
}
