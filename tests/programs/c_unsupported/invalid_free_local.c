// expect: 10 invalid_free_local.c:6:
#include <stdlib.h>
int main(void) {
    int x = 0;
    int *p = &x;
    free(p);
    return x;
}
