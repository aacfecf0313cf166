// memcpy memmove memset memcmp mempcpy: overlap, structures, partial objects, returned pointers.
#include <stdio.h>
#include <string.h>

struct s { int a; double d; char t[5]; };

int main(void) {
    char b[] = "0123456789";
    printf("%d\n", memmove(b + 2, b, 5) == b + 2);
    printf("%s\n", b);
    memmove(b, b + 3, 6);
    printf("%s\n", b);
    memcpy(b, "XY", 2);
    printf("%s\n", b);
    memset(b + 4, '.', 3);
    printf("%s\n", b);
    struct s x = {1, 2.5, "text"}, y;
    memcpy(&y, &x, sizeof x);
    memset(&x, 0, sizeof x);
    printf("%d %g %s %d %g\n", y.a, y.d, y.t, x.a, x.d);
    int a[6] = {1, 2, 3, 4, 5, 6};
    memmove(a + 1, a, 5 * sizeof *a);
    printf("%d %d %d\n", a[0], a[1], a[5]);
    memcpy(a, (int[]){9, 8}, 2 * sizeof *a);
    printf("%d %d %d\n", a[0], a[1], a[2]);
    memset(a, -1, sizeof a);
    printf("%d %d\n", a[0], a[5]);
    memset(a, 0x101, 4);
    printf("%x\n", a[0]);
    unsigned u;
    float f = -0.0f;
    memcpy(&u, &f, sizeof u);
    printf("%x\n", u);
    int *p = a, *q;
    memcpy(&q, &p, sizeof p);
    printf("%d\n", q == p);
    memcpy(b, b + 1, 0);
    double d = 1.0;
    unsigned char bytes[sizeof d];
    memcpy(bytes, &d, sizeof d);
    bytes[7] |= 0x80;
    memcpy(&d, bytes, sizeof d);
    printf("%g\n", d);
    char *end = mempcpy(b, "end", 3);
    *end = 0;
    printf("%s\n", b);
    void (*function)(void) = (void (*)(void))main, (*other)(void);
    memcpy(&other, &function, sizeof other);
    return other == function ? 6 : 7;
}
