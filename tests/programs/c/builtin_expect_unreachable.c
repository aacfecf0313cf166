// __builtin_expect, unreachable, trap not reached, constant_p, prefetch, assume_aligned, abort not reached.
#include <stdio.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
static int evaluated;
static int touch(int x) { evaluated++; return x; }

static int sign(int n) {
    if (unlikely(n == 0)) return 0;
    return likely(n > 0) ? 1 : -1;
}
static const char *kind(int n) {
    switch (n & 3) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    }
    __builtin_unreachable();
}
static int checked(int n) {
    if (n < 0) __builtin_trap();
    return n * 2;
}

int main(void) {
    printf("%d %d %d\n", sign(5), sign(-5), sign(0));
    printf("%s %s\n", kind(5), kind(7));
    printf("%d\n", checked(21));
    long e = __builtin_expect(touch(7), 9);
    printf("%ld %d\n", e, evaluated);
    printf("%zu\n", sizeof __builtin_expect(1, 1) == sizeof(long) ? (size_t)1 : 0);
    printf("%d\n", __builtin_constant_p(3 + 4));
    printf("%d\n", __builtin_constant_p("text"[0]) >= 0);
    int array[64] = {0};
    for (int i = 0; i < 64; i += 16) {
        __builtin_prefetch(&array[i]);
        __builtin_prefetch(&array[i], 1, 3);
        array[i] = i;
    }
    int *p = __builtin_assume_aligned(array, 4);
    printf("%d\n", p[48]);
    printf("%ld\n", __builtin_expect_with_probability(touch(3), 1, 0.9));
    if (likely(p) && unlikely(!p)) __builtin_abort();
    static const int size = __builtin_constant_p(1) ? 12 : 13;
    return size;
}
