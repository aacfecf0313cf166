// expect: 5 assembly_reached.c:7:
// output: before
#include <stdio.h>
int main(void) {
    unsigned int x = 1;
    printf("before\n");
    __asm__ volatile("rdmsr" : "=a"(x));
    printf("after\n");
    return (int)x;
}
