/* Integer arithmetic in local variables: no memory traffic, no calls in the loop. */
#include <stdio.h>

int main(void) {
    unsigned state = 12345u;
    unsigned long long sum = 0;
    for (int i = 0; i < 100000; i++) {
        state = state * 1664525u + 1013904223u;
        unsigned high = state >> 16;
        if (high & 1)
            sum += high;
        else
            sum ^= high << 3;
    }
    printf("%llu\n", sum);
    return 0;
}
