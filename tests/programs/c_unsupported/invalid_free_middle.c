// expect: 10 invalid_free_middle.c:5:
#include <stdlib.h>
int main(void) {
    char *p = malloc(30);
    free(p + 8);
    return 0;
}
