// Bit-fields of type _Bool, char, short and enum.
#include <stdio.h>

enum level { OFF, LOW, HIGH };
struct f { _Bool a : 1; _Bool b : 1; unsigned char c : 3; signed char d : 4; unsigned short e : 9; enum level l : 2; short s : 10; };

static int set(struct f *f, int v) { f->a = v; return f->a; }

int main(void) {
    struct f f = {0};
    printf("%d %d %d %d %d %d %d\n", f.a, f.b, f.c, f.d, f.e, f.l, f.s);
    f.a = 2;
    f.b = 0.5;
    f.c = 15;
    f.d = -9;
    f.e = 1023;
    f.l = HIGH;
    f.s = 512;
    printf("%d %d %d %d %d %d %d\n", f.a, f.b, f.c, f.d, f.e, f.l, f.s);
    f.a = f.a - 1;
    f.b = !f.b;
    printf("%d %d\n", f.a, f.b);
    printf("%d %d\n", set(&f, 256), set(&f, 0));
    f.a = &f;
    printf("%d\n", f.a);
    f.a |= f.b;
    f.b ^= 1;
    f.a &= f.b;
    printf("%d %d\n", f.a, f.b);
    f.a++;
    f.a++;
    printf("%d\n", f.a);
    f.b--;
    printf("%d\n", f.b);
    f.b--;
    printf("%d\n", f.b);
    f.l = f.l == HIGH ? LOW : OFF;
    printf("%d\n", f.l);
    f.d = f.c + f.d;
    printf("%d\n", f.d);
    if (f.a && f.l) printf("both\n");
    printf("%zu\n", sizeof f);
    return f.e & 0xFF;
}
