// Designated initializers: members, elements, chains, mixed with positional ones, in unions.
#include <stdio.h>

enum { A, B, C, COUNT };
struct point { int x, y, z; };
struct line { struct point from, to; const char *name; int style[4]; };
union u { int i; double d; char s[8]; };

static const char *const names[COUNT] = {[C] = "c", [A] = "a", [B] = "b"};
static struct line line = {.to.y = 5, .name = "global", .from = {.z = 1, .x = 2}, .style = {[2] = 9, 10}};
static int sparse[] = {[5] = 50, 60, [1] = 10, 20};

int main(void) {
    printf("%s%s%s\n", names[A], names[B], names[C]);
    printf("%d %d %d %d %d %d\n", line.from.x, line.from.y, line.from.z, line.to.x, line.to.y, line.to.z);
    printf("%s %d %d %d\n", line.name, line.style[1], line.style[2], line.style[3]);
    printf("%zu", sizeof sparse / sizeof *sparse);
    for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++) printf(" %d", sparse[i]);
    printf("\n");
    struct point p = {.y = 2, 3};
    printf("%d %d %d\n", p.x, p.y, p.z);
    struct point q = {1, .z = 30};
    printf("%d %d %d\n", q.x, q.y, q.z);
    struct point list[] = {[1].y = 11, [1].z = 12, [3] = {.x = 33}, [0] = {1, 2, 3}};
    for (int i = 0; i < 4; i++) printf("%d,%d,%d ", list[i].x, list[i].y, list[i].z);
    printf("\n");
    union u a = {.d = 2.5}, b = {.s = "text"}, c = {.i = 3};
    printf("%g %s %d\n", a.d, b.s, c.i);
    int m[3][3] = {[1] = {[1] = 5}, [2][0] = 7, [0][2] = 9};
    for (int i = 0; i < 9; i++) printf("%d ", m[i / 3][i % 3]);
    printf("\n");
    int n = 4;
    struct line local = {.style[1] = n, .style[3] = n * n, .to = {.x = n}};
    printf("%d %d %d %d %d\n", local.style[0], local.style[1], local.style[3], local.to.x, local.name == 0);
    struct point old = {x: 1, z: 3};
    printf("%d %d %d\n", old.x, old.y, old.z);
    char classes[128] = {['a'] = 1, ['z'] = 2, ['\n'] = 3};
    printf("%d %d %d %d\n", classes['a'], classes['b'], classes['z'], classes[10]);
    return sparse[6];
}
