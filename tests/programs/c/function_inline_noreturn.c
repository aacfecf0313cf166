// inline, static inline, extern inline, always_inline, _Noreturn, pure and const functions.
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

inline int plain(int x) { return x + 1; }
extern inline int plain(int x);
static inline int local(int x) { return x * 2; }
static inline __attribute__((always_inline)) int forced(int x) { return x * x; }
__attribute__((noinline)) static int never(int x) { return -x; }
inline static double halve(double x) { static int calls; return x / 2 + calls++; }
__inline__ static int gnu(int x) { return x - 1; }
static __attribute__((const)) int constant(int x) { return x % 7; }
static __attribute__((pure)) int pure(const int *p) { return *p; }
noreturn static void quit(int status) { printf("leaving\n"); exit(status); }
_Noreturn static void also(void) { quit(3); }

static int minimum(int n) {
    if (n < 0) also();
    return n;
}

int main(void) {
    int (*p)(int) = plain, (*q)(int) = local;
    printf("%d %d %d %d\n", plain(1), local(2), forced(3), never(4));
    printf("%d %d\n", p(10), q(10));
    printf("%g ", halve(1));
    printf("%g\n", halve(1));
    int x = 12;
    printf("%d %d %d\n", gnu(1), constant(x), pure(&x));
    printf("%d\n", minimum(5));
    minimum(-1);
    printf("never\n");
    return 99;
}
