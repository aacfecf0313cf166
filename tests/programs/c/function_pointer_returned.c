// Functions returning function pointers, pointers to such functions, callbacks with state, vtables.
#include <stdio.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*choose(int n))(void) { return n == 1 ? one : two; }
static int (*(*chooser(void))(int))(void) { return choose; }
typedef double (*real)(double);
static double half(double x) { return x / 2; }
static double square(double x) { return x * x; }
static real pick(const char *name) { return name[0] == 'h' ? half : square; }

struct shape;
struct methods { double (*area)(const struct shape *); const char *(*name)(void); };
struct shape { const struct methods *methods; double a, b; };
static double rectangle_area(const struct shape *s) { return s->a * s->b; }
static double triangle_area(const struct shape *s) { return s->a * s->b / 2; }
static const char *rectangle_name(void) { return "rectangle"; }
static const char *triangle_name(void) { return "triangle"; }
static const struct methods rectangle = {rectangle_area, rectangle_name}, triangle = {.name = triangle_name, .area = triangle_area};

struct state { int total, calls; };
static void each(const int *v, int n, void (*visit)(int, void *), void *context) { for (int i = 0; i < n; i++) visit(v[i], context); }
static void accumulate(int x, void *context) { struct state *s = context; s->total += x; s->calls++; }
static void largest(int x, void *context) { if (x > *(int *)context) *(int *)context = x; }
static int reduce(int n, int (*f)(int)) { return n <= 0 ? 0 : f(n) + reduce(n - 1, f); }
static int cube(int n) { return n * n * n; }

int main(void) {
    printf("%d %d\n", choose(1)(), choose(2)());
    printf("%d\n", chooser()(1)());
    int (*(*p)(int))(void) = choose;
    printf("%d %d\n", p(1)(), (*(*p)(2))());
    printf("%g %g\n", pick("half")(5), pick("square")(5));
    struct shape shapes[] = {{&rectangle, 3, 4}, {&triangle, 3, 4}};
    for (int i = 0; i < 2; i++) printf("%s %g\n", shapes[i].methods->name(), shapes[i].methods->area(&shapes[i]));
    struct state s = {0};
    int v[] = {3, 9, 4}, max = 0;
    each(v, 3, accumulate, &s);
    each(v, 3, largest, &max);
    printf("%d %d %d\n", s.total, s.calls, max);
    printf("%d\n", reduce(4, cube));
    int (*array[2][2])(void) = {{one, two}, {two, one}};
    printf("%d\n", array[1][0]() * 10 + array[1][1]());
    return max + choose(0)();
}
