// expect: 10 division_overflow.c:5:
#include <limits.h>
int main(void) {
    int n = INT_MIN, d = -1;
    n /= d;
    return n;
}
