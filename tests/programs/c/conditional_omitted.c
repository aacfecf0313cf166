// GNU conditional with omitted middle operand: condition evaluated once, converted result.
#include <stdio.h>

static int calls;
static int get(int n) { calls++; return n; }
static const char *name(const char *s) { return s ?: "(none)"; }

int main(void) {
    int r = get(5) ?: get(6);
    printf("%d %d\n", r, calls);
    calls = 0;
    r = get(0) ?: get(7);
    printf("%d %d\n", r, calls);
    printf("%s %s\n", name("x"), name(0));
    printf("%g %g\n", 0.0 ?: 2.5, 1 ?: 2.5);
    printf("%zu\n", sizeof(1 ?: 2.0));
    int i = 3;
    int j = i++ ?: 100;
    printf("%d %d\n", i, j);
    i = 0;
    j = i++ ?: 100;
    printf("%d %d\n", i, j);
    int a = 0, b = 0, c = 9;
    printf("%d\n", a ?: b ?: c);
    unsigned u = 0;
    printf("%lld\n", (long long)(u ?: -1));
    int *p = 0, *q = &c;
    printf("%d\n", *(p ?: q));
    printf("%d\n", (get(0) ?: 0) ?: 3);
    char small = -1;
    printf("%d\n", small ?: 5u > 0);
    if (a ?: 4) printf("true\n");
    return r ?: 1;
}
