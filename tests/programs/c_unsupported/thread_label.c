// expect: 5 thread_label.c:7:
// output: before
#include <stdio.h>
static int shared;
int main(void) {
    printf("before\n");
__CPROVER_ASYNC_1:
    shared = 1;
    shared = 2;
    return shared;
}
