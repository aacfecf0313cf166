// Function pointers: tables, calls through every syntax, typedefs, arrays in structures, comparison.
#include <stdio.h>

typedef int operation(int, int);
typedef int (*pointer)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static operation *const table[] = {add, sub, mul, 0};
static pointer designated[3] = {[2] = add, [0] = &mul};
struct named { const char *name; pointer apply; };
static struct named list[] = {{"add", add}, {"sub", sub}, {"mul", mul}};

static pointer find(char c) {
    switch (c) { case '+': return add; case '-': return sub; case '*': return &mul; default: return 0; }
}
static int fold(pointer f, const int *v, int n) {
    int r = v[0];
    for (int i = 1; i < n; i++) r = f(r, v[i]);
    return r;
}
static int twice(int (*f)(int (*)(int), int), int (*g)(int), int x) { return f(g, f(g, x)); }
static int call(int (*g)(int), int x) { return g(x); }
static int inc(int x) { return x + 1; }

int main(void) {
    for (int i = 0; table[i]; i++) printf("%d ", table[i](12, 5));
    printf("\n");
    pointer f = add;
    printf("%d %d %d %d\n", f(1, 2), (*f)(1, 2), (**f)(1, 2), (***f)(1, 2));
    printf("%d %d\n", (&add)(3, 4), (*add)(3, 4));
    printf("%d %d %d\n", f == add, f == &add, f == sub);
    printf("%d %d\n", find('-') == sub, find('?') == 0);
    if (!find('?')) printf("unknown\n");
    printf("%d\n", find('*')(6, 7));
    int v[] = {1, 2, 3, 4};
    printf("%d %d %d\n", fold(add, v, 4), fold(sub, v, 4), fold(mul, v, 4));
    for (int i = 0; i < 3; i++) printf("%s=%d ", list[i].name, list[i].apply(8, 2));
    printf("\n");
    struct named *p = list + 1;
    p->apply = designated[2];
    printf("%d %d\n", p->apply(8, 2), designated[1] == 0);
    printf("%d\n", twice(call, inc, 5));
    pointer *pp = &f;
    *pp = mul;
    printf("%d %d\n", f(3, 3), (*pp)(4, 4));
    printf("%d\n", (f == mul ? add : sub)(10, 1));
    void *erased = (void *)sub;
    printf("%d\n", ((pointer)erased)(9, 4));
    f = 0;
    return f ? 1 : fold(table[0], v, 3);
}
