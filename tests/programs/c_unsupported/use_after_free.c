// expect: 10 use_after_free.c:7:
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    free(p);
    return *p;
}
