// _Generic choosing functions, with arguments, in macros over several arguments, with same result types.
#include <stdio.h>

static int abs_int(int x) { return x < 0 ? -x : x; }
static long long abs_long(long long x) { return x < 0 ? -x : x; }
static double abs_double(double x) { return x < 0 ? -x : x; }
static float abs_float(float x) { return x < 0 ? -x : x; }
#define ABS(x) _Generic((x), int: abs_int, long long: abs_long, float: abs_float, default: abs_double)(x)

static void print_int(int x) { printf("int %d\n", x); }
static void print_double(double x) { printf("double %g\n", x); }
static void print_text(const char *s) { printf("text %s\n", s); }
static void print_point(const void *p) { printf("point %d,%d\n", ((const int *)p)[0], ((const int *)p)[1]); }
struct point { int x, y; };
#define PRINT(x) _Generic((x), int: print_int, double: print_double, char *: print_text, \
    const char *: print_text, struct point *: print_point)(x)

#define FORMAT(x) _Generic((x), int: "%d\n", unsigned: "%u\n", long long: "%lld\n", double: "%.3f\n", char *: "%s\n", char: "%c\n")
#define SHOW(x) printf(FORMAT(x), x)

static int add2(int a, int b) { return a + b; }
static double add2d(double a, double b) { return a + b; }
#define ADD(a, b) _Generic((a) + (b), int: add2, double: add2d, float: add2d)((a), (b))
#define IS_POINTER_TO_INT(p) _Generic((p), int *: 1, const int *: 1, default: 0)
#define SIZE_CLASS(x) _Generic(&(char[sizeof(x)]){0}, char (*)[1]: "one", char (*)[4]: "four", char (*)[8]: "eight", default: "?")

int main(void) {
    printf("%d %lld %g %g\n", ABS(-5), ABS(-5000000000ll), ABS(-2.5), ABS(-1.5f));
    PRINT(3);
    PRINT(2.25);
    PRINT("literal");
    struct point p = {4, 5};
    PRINT(&p);
    SHOW(-1);
    SHOW(4000000000u);
    SHOW(1ll << 50);
    SHOW(3.14159);
    SHOW("string");
    SHOW((char)'c');
    printf("%d %g %g\n", ADD(1, 2), ADD(1, 2.5), ADD(1.5f, 1));
    int x = 0;
    const int *cp = &x;
    printf("%d %d %d\n", IS_POINTER_TO_INT(&x), IS_POINTER_TO_INT(cp), IS_POINTER_TO_INT("s"));
    printf("%s %s %s\n", SIZE_CLASS('a'), SIZE_CLASS((char)1), SIZE_CLASS(1.0));
    int (*chosen)(int) = _Generic(x, int: abs_int, default: 0);
    return chosen(-19);
}
