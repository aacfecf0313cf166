// expect: 10 overflow_negation.c:5:
#include <limits.h>
int main(void) {
    long long n = LLONG_MIN;
    n = -n;
    return n != 0;
}
