// expect: 10 use_after_realloc.c:8:
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[0] = 1;
    int *q = realloc(p, 4000 * sizeof *p);
    q[0] = 2;
    return p[0];
}
