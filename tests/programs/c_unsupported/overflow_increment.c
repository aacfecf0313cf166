// expect: 10 overflow_increment.c:6:
#include <limits.h>
int main(void) {
    long long n = LLONG_MAX - 2;
    for (int i = 0; i < 5; i++)
        n++;
    return n != 0;
}
