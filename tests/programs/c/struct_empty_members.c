// GNU empty structures and zero-length arrays, and structures holding them.
#include <stdio.h>

struct empty { };
struct holder { int a; struct empty e; int b; };
struct zero { char c; int array[0]; };
struct only { int none[0]; };
union nothing { };

static int take(struct empty e, int x) { (void)e; return x; }
static struct empty give(void) { struct empty e; return e; }

int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct empty), sizeof(struct only), sizeof(union nothing));
    printf("%zu %zu\n", sizeof(struct holder), sizeof(struct zero));
    struct holder h = {1, {}, 2};
    printf("%d %d\n", h.a, h.b);
    struct empty e = give(), f;
    f = e;
    printf("%d\n", take(f, 5));
    h.e = e;
    printf("%d %d\n", h.a, h.b);
    struct holder copy = h;
    copy.b += 10;
    printf("%d %d\n", copy.a, copy.b);
    struct zero z = {'z'};
    printf("%c %zu\n", z.c, sizeof z.array);
    printf("%zu\n", __builtin_offsetof(struct zero, array));
    printf("%d\n", (char *)z.array - (char *)&z == 4);
    struct { int x; struct empty inner[3]; } s = {9};
    printf("%d %zu\n", s.x, sizeof s);
    return take(give(), copy.b);
}
