// expect: 2 undefined_function.c:7:
// output: before
#include <stdio.h>
int nobody_defines_this(int);
int main(void) {
    printf("before\n");
    int x = nobody_defines_this(3);
    printf("after %d\n", x);
    return 0;
}
