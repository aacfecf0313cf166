// expect: 10 bounds_memcpy.c:5:
#include <string.h>
int main(void) {
    int from[4] = {1, 2, 3, 4}, to[3];
    memcpy(to, from, sizeof from);
    return to[0];
}
