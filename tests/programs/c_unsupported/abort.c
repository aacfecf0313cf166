// expect: 134
// output: before
#include <stdio.h>
#include <stdlib.h>
static void never(void) { printf("handler\n"); }
int main(void) {
    atexit(never);
    printf("before\n");
    fflush(stdout);
    abort();
}
