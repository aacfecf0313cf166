// expect: 10 bounds_heap.c:6:
#include <stdlib.h>
int main(void) {
    char *p = malloc(5);
    for (int i = 0; i < 6; i++)
        p[i] = 'x';
    free(p);
    return 0;
}
