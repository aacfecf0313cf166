// Compound literals in blocks: lifetime, modification, addresses, arrays, arguments, loops.
#include <stdio.h>

struct point { int x, y; };
static int sum(const int *v, int n) { int s = 0; while (n) s += v[--n]; return s; }
static int norm(struct point p) { return p.x * p.x + p.y * p.y; }
static void move(struct point *p) { p->x++; p->y--; }
static const char *name(int i) { return (const char *[]){"zero", "one", "two"}[i]; }

int main(void) {
    printf("%d %d\n", sum((int[]){1, 2, 3}, 3), sum((int[5]){4}, 5));
    printf("%d\n", norm((struct point){3, 4}));
    struct point *p = &(struct point){.y = 7};
    move(p);
    printf("%d %d\n", p->x, p->y);
    p->x = 40;
    printf("%d\n", p->x);
    int *a = (int[]){5, 6, 7};
    a[1] *= 10;
    printf("%d %d %d\n", a[0], a[1], a[2]);
    int n = 3;
    int *b = (int[]){n, n * n, n - 1};
    printf("%d\n", b[1]);
    struct point q = (struct point){n, n};
    q = (struct point){q.y + 1, q.x + 2};
    printf("%d %d\n", q.x, q.y);
    printf("%s %s\n", name(0), name(2));
    for (int i = 0; i < 3; i++) {
        int *c = (int[2]){i};
        c[1] += i * 2;
        printf("%d %d ", c[0], c[1]);
        c[0] = 99;
    }
    printf("\n");
    (int){5};
    int scalar = (int){8} + (short){70000};
    printf("%d %d\n", scalar, ++(int){41});
    printf("%zu %zu\n", sizeof (int[]){1, 2, 3, 4}, sizeof((struct point){1}));
    char *text = (char[]){"mutable"};
    text[0] = 'M';
    printf("%s %d\n", text, (int[]){10, 20, 30}[2]);
    struct { struct point *p; int *v; } nested = {&(struct point){1, 2}, (int[]){3, 4}};
    nested.p->x += nested.v[1];
    printf("%d\n", nested.p->x);
    printf("%d %g\n", (struct point){5, 6}.y, (union { float f; int i; }){.f = 2.5f}.f);
    return (int[]){21, 22}[n & 1];
}
