// Anonymous structures and unions as members: access, initialization, nesting, designators.
#include <stdio.h>

struct packet {
    int kind;
    union {
        struct { short x, y; };
        int both;
        struct { unsigned char bytes[4]; };
    };
    struct { union { float f; unsigned bits; }; char label; };
};
struct vec { union { struct { double x, y, z; }; double v[3]; }; };

static double dot(struct vec a, struct vec b) {
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += a.v[i] * b.v[i];
    return sum;
}

int main(void) {
    struct packet p = {1, {{2, 3}}, {{1.0f}, 'p'}};
    printf("%d %d %d %x %x %c\n", p.kind, p.x, p.y, p.both, p.bits, p.label);
    p.both = 0x00070005;
    printf("%d %d %d\n", p.x, p.y, p.bytes[2]);
    struct packet q = {.kind = 9, .y = -1, .bits = 0x40400000, .label = 'q'};
    printf("%d %d %d %g %c\n", q.kind, q.x, q.y, q.f, q.label);
    struct packet r = {.both = 258};
    printf("%d %d %d %g\n", r.bytes[0], r.bytes[1], r.kind, r.f);
    struct packet *pp = &q;
    pp->x = pp->kind * 2;
    pp->f *= 2;
    printf("%d %x\n", q.x, q.bits);
    struct vec a = {{{1, 2, 3}}}, b = {.v = {4, 5, 6}}, c = {.z = 7};
    printf("%g %g %g\n", dot(a, b), dot(b, c), c.v[0]);
    a.y = -2;
    printf("%g %g\n", a.v[1], dot(a, a));
    printf("%zu %zu\n", __builtin_offsetof(struct packet, y), __builtin_offsetof(struct packet, label));
    struct { struct { int deep; }; int shallow; } s = {{4}, 5};
    printf("%d %d\n", s.deep, s.shallow);
    double *z = &b.z;
    *z = 60;
    printf("%g\n", b.v[2]);
    return p.x + p.y;
}
