// Function-like macros: argument evaluation count, nesting, precedence, empty and multi-line arguments.
#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define BAD_SQUARE(x) x * x
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWICE(f, x) f(f(x))
#define IGNORE(x)
#define ID(x) x
#define COMMA ,
#define CALL(f, args) f args
#define DO(x) do { x } while (0)
#define SELF SELF_VALUE
#define f(x) (f(x) + 1)
static int (f)(int x) { return x * 10; }
static int SELF_VALUE = 3;
static int calls;
static int next(void) { return ++calls; }
static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }

int main(void) {
    int i = 4;
    printf("%d %d\n", SQUARE(i + 1), BAD_SQUARE(i + 1));
    int m = MAX(next(), 0);
    printf("%d %d\n", m, calls);
    printf("%d\n", TWICE(SQUARE, 3));
    printf("%d\n", MAX(MAX(1, 2), MAX(0, 3)));
    IGNORE(printf("never\n"));
    printf("%d %d\n", ID(1 COMMA 2));
    printf("%d\n", CALL(three, (1, 2, 3)));
    printf("%d\n", three ID((4, 5, 6)));
    if (i) DO(printf("block "); i++;); else i = 0;
    printf("%d\n", i);
    printf("%d %d\n", SELF, f(2));
    printf("%d\n", SQUARE(
        2
        +
        1));
    printf("%d\n", MAX((1, 2), 1));
    printf("%s\n", ID("a,b") ID("c"));
#undef SQUARE
#define SQUARE(x) ((x) * (x) * 1000)
    printf("%d\n", SQUARE(2));
    int (*p)(int) = (f);
    return p(5) + ID() 1;
}
