// typeof with expressions and types, unevaluated operands, arrays, functions, pointers, qualifiers.
#include <stdio.h>

struct point { int x; double y[3]; };
static int calls;
static int call(void) { return ++calls; }
static __typeof__(call) later;
typedef __typeof__(sizeof 0) size;
#define ARRAY(t, n) __typeof__(__typeof__(t)[n])

int main(void) {
    typeof(int) a = 5;
    typeof(a) b = 6, *p = &b;
    __typeof__(a + 1ll) c = 1ll << 35;
    typeof(call()) d = 7;
    printf("%d %d %lld %d %d\n", a, *p, c, d, calls);
    struct point pt = {1, {2, 3, 4}};
    typeof(pt.y) copy = {5, 6};
    typeof(pt.y[0]) element = pt.y[2];
    typeof(&pt) q = &pt;
    printf("%g %g %g %d\n", copy[1], copy[2], element, q->x);
    typeof(((struct point *)0)->x) member = 9;
    printf("%d\n", member);
    typeof(int *) r = &a, s = &b;
    printf("%d %d\n", *r, *s);
    typeof(int[4]) array = {1, 2, 3};
    ARRAY(char, 6) text = "hello";
    printf("%zu %d %s\n", sizeof array, array[3], text);
    typeof(call) *f = call;
    printf("%d\n", f());
    const int constant = 3;
    __typeof(constant) other = 4;
    printf("%d %d\n", other, constant);
    unsigned char small = 200;
    typeof(small) sum = small + 100;
    typeof(small + 1) promoted = small + 100;
    printf("%d %d\n", sum, promoted);
    int i = 0;
    typeof(i++) unchanged = i;
    printf("%d %d\n", unchanged, i);
    typeof(1 ? 1 : 2.0) mixed = 1;
    printf("%g %zu\n", mixed / 2, sizeof mixed);
    typeof("abc") literal = "xyz";
    printf("%s %zu\n", literal, sizeof literal);
    size n = sizeof(typeof(*q));
    printf("%d\n", n == sizeof(struct point));
    typeof(enum { ONE = 1, TWO }) e = TWO;
    printf("%d\n", e);
    return later();
}

static int later(void) { return 31; }
