// Automatic initializers with run-time values, in order, referring to earlier variables, repeated in loops.
#include <stdio.h>

struct p { int x, y; };
static int count;
static int tick(void) { return ++count; }
static struct p point(int x) { return (struct p){x, -x}; }

int main(void) {
    int a = tick(), b = a + tick(), c[3] = {a, b, a * b};
    printf("%d %d %d %d %d\n", a, b, c[0], c[1], c[2]);
    struct p p = {.x = tick(), .y = 5}, q = p, r = point(8), s[2] = {p, point(9)};
    printf("%d %d %d %d %d %d\n", p.x, q.x, r.y, s[0].x, s[1].y, s[1].x);
    for (int i = 0; i < 3; i++) {
        int fresh[4] = {i};
        int again = 5;
        fresh[3] += i + 1;
        again += i;
        printf("%d %d %d ", fresh[0], fresh[3], again);
        fresh[0] = 100;
    }
    printf("\n");
    int *self = (int *)&self;
    printf("%d\n", (void *)self == (void *)&self);
    int size = sizeof size + 1;
    printf("%d\n", size);
    struct { struct p in; int list[3]; } deep = {point(tick()), {a + 40}};
    printf("%d %d %d\n", deep.in.x, deep.list[0], deep.list[2]);
    char text[tick() > 0 ? 8 : 8];
    text[0] = 'v';
    printf("%c\n", text[0]);
    double d = a / 2, e = a / 2.0;
    printf("%g %g\n", d, e);
    unsigned char narrow = 511, other = -2;
    printf("%d %d\n", narrow, other);
    int x = 1;
    {
        int y = x + 1, x = y * 10;
        printf("%d %d\n", x, y);
    }
    const int constant = x + 1;
    return constant + count;
}
