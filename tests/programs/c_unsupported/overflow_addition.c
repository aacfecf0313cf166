// expect: 10 overflow_addition.c:5:
#include <limits.h>
int main(void) {
    int n = INT_MAX;
    n = n + 1;
    return n;
}
