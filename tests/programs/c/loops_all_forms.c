// while, do and for in all shapes: missing parts, empty bodies, conditions with effects, floats, pointers.
#include <stdio.h>

static int calls;
static int limit(void) { calls++; return 3; }

int main(void) {
    int i = 0, n = 0;
    while (i < 3) i++;
    do i--; while (i > 0);
    for (; i < 2;) i++;
    for (;;) if (++i > 5) break;
    printf("%d\n", i);
    for (i = 0; i < limit(); i++) ;
    printf("%d %d\n", i, calls);
    do { n++; if (n == 2) continue; if (n > 4) break; } while (n < 100);
    printf("%d\n", n);
    while (n-- > 0) ;
    printf("%d\n", n);
    for (int a = 0, b = 10, *p = &a; *p < b; *p += 3, --b) printf("%d,%d ", a, b);
    printf("\n");
    for (double x = 0; x < 1; x += 0.25) printf("%g ", x);
    for (const char *s = "abc"; *s; ++s) printf("%c", *s);
    for (unsigned u = 3; u-- > 0;) printf("%u", u);
    printf("\n");
    for (i = 10; i; i /= 2) for (int j = i; j > 0; j -= 3) n += j;
    printf("%d\n", n);
    while (1) { while (1) { n++; break; } if (n % 7 == 0) break; }
    printf("%d\n", n);
    do ; while (0);
    do { for (i = 0; i < 10; i++) { if (i % 2) continue; if (i == 6) break; printf("%d", i); } } while (i != 6);
    printf("\n");
    for (struct { int x; double y; } s = {0, 1.0}; s.x < 3; s.x++, s.y *= 2) printf("%g ", s.y);
    printf("\n");
    int steps = 0;
    for (i = 0; i < 5; i++) { switch (i) { case 2: continue; } steps += i; }
    printf("%d\n", steps);
    if (i == 5) if (n == 0) printf("inner\n"); else printf("dangling else\n");
    for (i = 0; i < 3; i++) while (steps > 5) if (steps-- == 7) break;
    printf("%d\n", steps);
    return steps + i;
}
