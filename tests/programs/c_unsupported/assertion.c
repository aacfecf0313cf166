// expect: 10 assertion.c:9:
// output: before
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 3;
    assert(x == 3);
    printf("before\n");
    assert(x > 3 && "too small");
    printf("after\n");
    return 0;
}
