// Tagged unions in structures, passed and returned by value, with pointers into members.
#include <stdio.h>

enum kind { INTEGER, REAL, TEXT, PAIR };
struct value {
    enum kind kind;
    union { long i; double r; const char *t; struct { short a, b; } p; } as;
};

static struct value integer(long i) { struct value v = {INTEGER, {i}}; return v; }
static struct value real(double r) { return (struct value){REAL, {.r = r}}; }
static struct value text(const char *t) { struct value v; v.kind = TEXT; v.as.t = t; return v; }
static struct value pair(short a, short b) { return (struct value){.kind = PAIR, .as.p = {a, b}}; }

static void print(struct value v) {
    switch (v.kind) {
    case INTEGER: printf("%ld\n", v.as.i); break;
    case REAL: printf("%g\n", v.as.r); break;
    case TEXT: printf("%s\n", v.as.t); break;
    case PAIR: printf("(%d,%d)\n", v.as.p.a, v.as.p.b); break;
    }
}
static double number(const struct value *v) {
    return v->kind == INTEGER ? v->as.i : v->kind == REAL ? v->as.r : 0;
}
static struct value add(struct value x, struct value y) {
    if (x.kind == INTEGER && y.kind == INTEGER) return integer(x.as.i + y.as.i);
    return real(number(&x) + number(&y));
}

int main(void) {
    struct value list[] = {integer(-5), real(2.5), text("words"), pair(3, -4)};
    for (int i = 0; i < 4; i++) print(list[i]);
    print(add(list[0], integer(8)));
    print(add(list[0], list[1]));
    list[2] = list[3];
    short *b = &list[2].as.p.b;
    *b = 100;
    print(list[2]);
    print(list[3]);
    union { int whole; struct { unsigned char bytes[4]; }; } nested = {0x01020304};
    printf("%d\n", nested.bytes[0]);
    union { struct value v; char space[64]; } padded;
    padded.v = text("padded");
    print(padded.v);
    printf("%zu\n", sizeof padded);
    return list[3].as.p.a;
}
