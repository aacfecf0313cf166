// Structures returned by value: members of calls, chains, conditional results, small and mixed ones.
#include <stdio.h>

struct pair { long a, b; };
struct mixed { float f; char c; short s; };
struct text { char s[12]; };
struct fp { double x; float y; };

static struct pair make(long a, long b) { struct pair p = {a, b}; return p; }
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct mixed mix(int n) { struct mixed m; m.f = n / 2.0f; m.c = 'a' + n; m.s = -n; return m; }
static struct text number(int n) {
    struct text t;
    int i = 0;
    do t.s[i++] = '0' + n % 10; while (n /= 10);
    t.s[i] = 0;
    return t;
}
static struct fp scale(struct fp v, double k) { v.x *= k; v.y *= k; return v; }
static struct pair fibonacci(int n) {
    if (n == 0) return make(0, 1);
    struct pair p = fibonacci(n - 1);
    return make(p.b, p.a + p.b);
}
static struct pair *pointer(struct pair *p) { return p; }

int main(void) {
    printf("%ld %ld\n", make(3, 4).a, swap(make(3, 4)).a);
    struct pair p = swap(swap(make(7, 8)));
    printf("%ld %ld\n", p.a, p.b);
    struct mixed m = mix(5);
    printf("%g %c %d\n", m.f, m.c, m.s);
    printf("%s %s\n", number(12345).s, number(0).s);
    printf("%c\n", number(987).s[1]);
    struct fp v = scale((struct fp){1.5, 2.5f}, 3);
    printf("%g %g\n", v.x, v.y);
    printf("%ld\n", fibonacci(40).a);
    printf("%ld\n", (p.a > p.b ? make(1, 2) : make(3, 4)).b);
    pointer(&p)->a = 99;
    printf("%ld %ld\n", p.a, pointer(&p)->b);
    struct pair q;
    (q = p).a;
    q.b = (p = make(5, 6)).b;
    printf("%ld %ld\n", q.a, q.b);
    make(1, 1);
    p = (make(0, 0), make(9, 9));
    printf("%ld\n", p.b);
    return (int)fibonacci(10).a;
}
