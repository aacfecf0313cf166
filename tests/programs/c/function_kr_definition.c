// K&R style function definitions, empty parameter lists, promoted arguments.
// flags: -std=gnu89
#include <stdio.h>

int old();
double mean();
static int narrow(c, s, f)
    char c;
    short s;
    float f;
{
    return c + s + (int)(f * 2);
}
int old(a, b)
    int a, b;
{
    return a * 10 + b;
}
double mean(v, n)
    double *v;
    int n;
{
    double sum = 0;
    int i;
    for (i = 0; i < n; i++) sum += v[i];
    return sum / n;
}
static implicit_return(x) { return x + 1; }
static char *text(p) char p[]; { return p + 1; }
static int apply(f, x) int (*f)(); int x; { return f(x, x + 1); }
static register_parameters(a, b) register int a; int b; { return a - b; }
int no_arguments() { return 5; }

int main() {
    static double values[3] = {1, 2, 6};
    int (*pointer)() = old;
    printf("%d %d\n", old(3, 4), pointer(5, 6));
    printf("%g\n", mean(values, 3));
    printf("%d\n", narrow('a', 70000, 2.75));
    printf("%d %s\n", implicit_return(41), text("xyz"));
    printf("%d %d\n", apply(old, 7), register_parameters(9, 4));
    printf("%d\n", no_arguments());
    auto a = 3;
    static b = 4;
    return a + b;
}
