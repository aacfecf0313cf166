// GNU __label__ declarations: labels local to a block, in macros used twice, with computed goto.
#include <stdio.h>

#define FIND(array, n, x) ({ \
    __label__ found; \
    int _i; \
    for (_i = 0; _i < (n); _i++) if ((array)[_i] == (x)) goto found; \
    _i = -1; \
found: \
    _i; })

int main(void) {
    int v[] = {5, 6, 7, 8};
    int a = FIND(v, 4, 7), b = FIND(v, 4, 99), c = FIND(v, 4, 5);
    printf("%d %d %d\n", a, b, c);
    for (int i = 0; i < 2; i++) {
        __label__ next, again;
        int n = 0;
again:
        if (++n > 3) goto next;
        goto again;
next:
        printf("%d ", n + i);
    }
    printf("\n");
    {
        __label__ here;
        void *target = &&here;
        goto *target;
        printf("never\n");
here:
        printf("here\n");
    }
    return a;
}
