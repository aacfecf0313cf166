// expect: 5 assembly_reached.c:7:
// output: before
#include <stdio.h>
int main(void) {
    int x = 1;
    printf("before\n");
    __asm__ volatile("incl %0" : "+r"(x));
    printf("after\n");
    return x;
}
