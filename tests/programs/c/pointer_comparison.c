// Pointer comparison: equality, order inside one object, one past the end, null.
#include <stdio.h>
#include <stddef.h>

struct record { int first; char middle[5]; long last; };
union overlap { int i; float f; };

static int find(const int *begin, const int *end, int x) {
    for (const int *p = begin; p != end; ++p)
        if (*p == x) return (int)(p - begin);
    return -1;
}

int main(void) {
    int a[5] = {4, 8, 15, 16, 23}, other;
    int *p = a, *q = a + 5, *null = NULL;
    printf("%d %d %d %d\n", p < q, p > q, p <= p, q >= p);
    printf("%d %d\n", p == &a[0], p != q);
    printf("%d %d\n", &other == p, &other != null);
    printf("%d %d\n", find(a, a + 5, 16), find(a, a + 5, 99));
    struct record r;
    printf("%d\n", (char *)&r.first < &r.middle[0] && r.middle < (char *)&r.last);
    printf("%d\n", (void *)&r == (void *)&r.first);
    union overlap u;
    printf("%d\n", (void *)&u.i == (void *)&u.f);
    printf("%d %d %d\n", !p, !null, null == 0);
    printf("%d\n", p && q && !null);
    if (p) printf("non-null\n");
    while (p < q) p += 2, printf("%d ", p < q);
    printf("\n");
    const void *cv = a;
    printf("%d\n", cv == a);
    void *v1 = &a[1], *v2 = &a[2];
    printf("%d %d\n", v1 < v2, v1 == v2 - sizeof(int));
    char text[] = "xyz";
    char *e = text + 3;
    int reversed = 0;
    while (e > text) reversed = reversed * 256 + *--e;
    printf("%x\n", reversed);
    return &a[4] - &a[1] == 3 ? 14 : 15;
}
