// switch nested, default in the middle, without braces, with declarations, with one case, in macros.
#include <stdio.h>

static int middle(int n) {
    int r = 0;
    switch (n) {
    case 1: r = 1; break;
    default: r = 50;
    case 2: r += 2; break;
    case 3: r = 3;
    }
    return r;
}
static int nested(int a, int b) {
    switch (a) {
    case 0:
        switch (b) {
        case 0: return 1;
        case 1: break;
        default: return 2;
        }
        return 3;
    case 1:
        switch (b) default: return 4;
    default: {
        int r = 5;
        switch (b) { case 0: r++; break; case 1: r += 2; }
        switch (b) { case 1: r *= 10; }
        return r;
    }
    }
}
static int unbraced(int n) {
    switch (n) case 7: return 70;
    switch (n) default: if (n > 7) return 80;
    switch (n) case 1: case 2: n = 90;
    return n;
}
static int declared(int n) {
    switch (n) {
        int x;
    case 1: x = 10; return x;
    case 2: { int x = 20, y = x + n; return y; }
    case 3:;
        int z = 30;
        return z;
    }
    return 0;
}

int main(void) {
    for (int i = 0; i < 5; i++) printf("%d ", middle(i));
    printf("\n");
    for (int a = 0; a < 3; a++) for (int b = 0; b < 3; b++) printf("%d ", nested(a, b));
    printf("\n");
    printf("%d %d %d %d\n", unbraced(7), unbraced(9), unbraced(2), unbraced(5));
    for (int i = 0; i < 4; i++) printf("%d ", declared(i));
    printf("\n");
    int steps = 0;
    for (int i = 0; i < 10; i++)
        switch (i % 3) {
        case 0: for (;;) { if (steps++ > i) break; }
            break;
        case 1: while (1) { steps += 2; break; }
        }
    printf("%d\n", steps);
    switch (steps > 5) { case 1: printf("yes\n"); break; case 0: printf("no\n"); }
    return steps;
}
