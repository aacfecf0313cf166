// Pointer arithmetic and difference over several element types, forwards and backwards.
#include <stdio.h>

struct item { short a; double b; char c[3]; };

static int length(const char *s) { const char *p = s; while (*p) p++; return (int)(p - s); }

int main(void) {
    int a[10];
    for (int *p = a; p < a + 10; p++) *p = (int)(p - a) * 3;
    int *first = &a[0], *last = &a[9];
    printf("%d %d %d\n", *last, *(last - 4), first[4]);
    printf("%d %d\n", (int)(last - first), (int)(first - last));
    printf("%d %d\n", *(a + 3), *(3 + a));
    printf("%d %d\n", last[-2], *&a[5]);
    struct item items[4] = {{1, 1.5, "a"}, {2, 2.5, "b"}, {3, 3.5, "c"}, {4, 4.5, "d"}};
    struct item *q = items + 1;
    q++;
    printf("%d %g %s\n", q->a, (q + 1)->b, (q - 2)->c);
    printf("%d\n", (int)((char *)(q + 1) - (char *)q) == (int)sizeof(struct item));
    char *bytes = (char *)a;
    printf("%d\n", *(int *)(bytes + 5 * sizeof(int)));
    long long step = -2;
    printf("%d\n", *(last + step));
    unsigned char offset = 2;
    printf("%d\n", *(first + offset));
    printf("%d %d\n", length("pointer"), length(""));
    int sum = 0;
    for (const int *p = a + 10; p-- > a;) sum += *p;
    printf("%d\n", sum);
    int *p = a;
    p += 4; p -= 2; ++p; p--;
    printf("%d\n", *p);
    int **pp = &p;
    *pp += 3;
    **pp = 77;
    printf("%d %d\n", a[5], (*pp)[1]);
    void *v = a;
    v = (char *)v + 2 * sizeof(int);
    printf("%d\n", *(int *)v);
    void *gnu = a;
    gnu += sizeof(int);
    printf("%d\n", *(int *)gnu);
    return (int)(&a[7] - &a[2]);
}
