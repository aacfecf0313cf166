// Structures as variadic arguments: small, large, floating, mixed with scalars; also function pointers.
#include <stdio.h>
#include <stdarg.h>

struct small { short a, b; };
struct medium { double x; long n; };
struct large { int v[10]; };
struct one { char c; };
union either { int i; double d; };
typedef int (*function)(int);

static int square(int x) { return x * x; }

static void show(const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    for (; *types; types++)
        switch (*types) {
        case 's': { struct small s = va_arg(ap, struct small); printf("%d/%d ", s.a, s.b); break; }
        case 'm': { struct medium m = va_arg(ap, struct medium); printf("%g/%ld ", m.x, m.n); break; }
        case 'l': { struct large l = va_arg(ap, struct large); printf("%d..%d ", l.v[0], l.v[9]); break; }
        case 'o': printf("%c ", va_arg(ap, struct one).c); break;
        case 'u': printf("%g ", va_arg(ap, union either).d); break;
        case 'f': printf("%d ", va_arg(ap, function)(7)); break;
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        }
    va_end(ap);
    printf("\n");
}
static struct medium sum(int n, ...) {
    struct medium total = {0, 0};
    va_list ap;
    va_start(ap, n);
    while (n--) {
        struct medium m = va_arg(ap, struct medium);
        total.x += m.x;
        total.n += m.n;
    }
    va_end(ap);
    return total;
}

int main(void) {
    struct small s = {1, -2};
    struct medium m = {2.5, 100};
    struct large l = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    struct one o = {'o'};
    show("sml", s, m, l);
    show("isidlof", 1, s, 2, 3.5, l, o, square);
    show("mmmmmmi", m, m, m, m, m, m, 9);
    show("ouo", o, (union either){.d = 6.5}, o);
    struct medium t = sum(3, m, (struct medium){1, 2}, (struct medium){0.25, -50});
    printf("%g %ld\n", t.x, t.n);
    show("lsi", l, (struct small){5, 6}, 7);
    printf("%d %d\n", s.a, l.v[9]);
    return (int)t.n;
}
