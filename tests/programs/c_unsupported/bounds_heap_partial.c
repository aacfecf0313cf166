// expect: 10 bounds_heap_partial.c:7:
#include <stdlib.h>
int main(void) {
    char *p = malloc(6);
    int *q = (int *)p;
    q[0] = 1;
    q[1] = 2;
    free(p);
    return 0;
}
