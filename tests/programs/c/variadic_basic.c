// Variadic functions: int, long long, double, pointers, char promoted, counted and terminated lists.
#include <stdio.h>
#include <stdarg.h>

static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int total = 0;
    while (n--) total += va_arg(ap, int);
    va_end(ap);
    return total;
}
static double average(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double total = 0;
    for (int i = 0; i < n; i++) total += va_arg(ap, double);
    va_end(ap);
    return total / n;
}
static int longest(const char *first, ...) {
    va_list ap;
    int best = 0;
    va_start(ap, first);
    for (const char *s = first; s; s = va_arg(ap, const char *)) {
        int n = 0;
        while (s[n]) n++;
        if (n > best) best = n;
    }
    va_end(ap);
    return best;
}
static void show(const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'L': printf("%lld ", va_arg(ap, long long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 'D': printf("%Lg ", va_arg(ap, long double)); break;
        case 's': printf("%s ", va_arg(ap, char *)); break;
        case 'c': printf("%c ", va_arg(ap, int)); break;
        case 'p': printf("%d ", *va_arg(ap, int *)); break;
        }
    va_end(ap);
    printf("\n");
}

int main(void) {
    printf("%d %d %d\n", sum(0), sum(3, 1, 2, 3), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%g %g\n", average(2, 1.0, 2.0), average(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.5));
    printf("%d\n", longest("a", "four", "abc", (char *)0));
    int x = 77;
    char c = 'c';
    short s = -3;
    float f = 1.25f;
    show("iucsd", s, 7u, c, "text", f);
    show("lLDip", 5l, 1ll << 40, 2.5L, 9, &x);
    show("DiDiLi", 1.5L, 1, 2.5L, 2, -3ll, 4);
    show("dididididididididididi", .5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5, 11);
    show("");
    unsigned char uc = 255;
    _Bool b = 5;
    show("iii", uc, b, 'x');
    return sum(2, 30, 12);
}
