// expect: 5 uninterpreted_function.c:7:
// output: before
#include <stdio.h>
int __CPROVER_uninterpreted_mix(int key);
int main(void) {
    printf("before\n");
    int first = __CPROVER_uninterpreted_mix(3);
    int second = __CPROVER_uninterpreted_mix(3);
    return first == second;
}
