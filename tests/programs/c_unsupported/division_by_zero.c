// expect: 10 division_by_zero.c:5:
// output: before
#include <stdio.h>
static int divide(int a, int b) {
    return a / b;
}
int main(void) {
    printf("before\n");
    return divide(1, 0);
}
