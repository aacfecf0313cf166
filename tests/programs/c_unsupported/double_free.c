// expect: 10 double_free.c:6:
#include <stdlib.h>
int main(void) {
    char *p = malloc(3), *q = p;
    free(p);
    free(q);
    return 0;
}
