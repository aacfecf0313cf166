// Sizes, alignments and offsets of structures on the data model.
#include <stdio.h>
#include <stddef.h>

struct a { char c; int i; };
struct b { char c; double d; char e; };
struct c { char c; long long l; short s; };
struct d { char c[3]; short s; char t; };
struct e { struct d d; long l; void *p; char last; };
struct f { char c; long double ld; };
struct g { struct a array[3]; char end; };
union u { char c; double d; int i[3]; };
struct h { char c; union u u; float f; };

#define SHOW(type) printf(#type " %zu %zu\n", sizeof(type), _Alignof(type))

int main(void) {
    SHOW(struct a);
    SHOW(struct b);
    SHOW(struct c);
    SHOW(struct d);
    SHOW(struct e);
    SHOW(struct f);
    SHOW(struct g);
    SHOW(union u);
    SHOW(struct h);
    printf("%zu %zu\n", offsetof(struct a, i), offsetof(struct b, e));
    printf("%zu %zu\n", offsetof(struct c, l), offsetof(struct c, s));
    printf("%zu %zu %zu\n", offsetof(struct e, l), offsetof(struct e, p), offsetof(struct e, last));
    printf("%zu %zu\n", offsetof(struct g, array[2].i), offsetof(struct g, end));
    printf("%zu %zu\n", offsetof(struct h, u.i[1]), offsetof(struct h, f));
    struct g g;
    printf("%d\n", (int)((char *)&g.array[1].i - (char *)&g) == (int)offsetof(struct g, array[1].i));
    struct a *base = (struct a *)((char *)&g.array[2].i - offsetof(struct a, i));
    printf("%d\n", base == &g.array[2]);
    printf("%zu %zu %zu %zu\n", _Alignof(long long), _Alignof(double), _Alignof(long double), _Alignof(char[9]));
    return (int)sizeof(struct d);
}
