// Zero-width and unnamed bit-fields: alignment to the next unit, padding bits, sizes.
#include <stdio.h>
#include <string.h>

struct a { unsigned x : 3; unsigned : 0; unsigned y : 3; };
struct b { unsigned char x : 3; unsigned char : 0; unsigned char y : 5; };
struct c { unsigned x : 4; unsigned : 10; unsigned y : 4; };
struct d { char c; int : 0; char e; };
struct e { short s : 5; short : 0; int i : 20; char c; };
struct f { unsigned a : 1; unsigned : 31; unsigned b : 1; };

static void dump(const void *p, unsigned n) {
    const unsigned char *b = p;
    while (n--) printf("%02x", *b++);
    printf("\n");
}

int main(void) {
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e), sizeof(struct f));
    struct a a;
    memset(&a, 0, sizeof a);
    a.x = 5;
    a.y = 6;
    dump(&a, sizeof a);
    struct b b;
    memset(&b, 0, sizeof b);
    b.x = 7;
    b.y = 17;
    dump(&b, sizeof b);
    struct c c;
    memset(&c, 0, sizeof c);
    c.x = 9;
    c.y = 15;
    dump(&c, sizeof c);
    struct e e = {-3, 12345, 'q'};
    printf("%d %d %c\n", e.s, e.i, e.c);
    struct f f = {1, 1};
    printf("%u %u\n", f.a, f.b);
    struct c list = {1, 2}, *p = &list;
    p->x += p->y;
    printf("%u %u\n", list.x, list.y);
    struct d d = {'1', '2'};
    printf("%c %c %d\n", d.c, d.e, (int)((char *)&d.e - (char *)&d));
    return b.y;
}
