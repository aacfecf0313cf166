#include <limits.h>
#include <stdio.h>
struct s { int bits : 3; };
int main(void)
{
    volatile int big = INT_MAX, small = INT_MIN, one = 1;
    volatile long large = LONG_MAX;
    short s = SHRT_MAX;
    struct s b = { 3 };
    int x = big;
    printf("%d %d %d\n", big + one, small - one, big * 3);
    printf("%d %d %ld\n", -small, small << 1, large + 1);
    x++; printf("%d\n", x);
    x = small; x--; x -= 5; printf("%d\n", x);
    x = big; x += big; x *= 7; x <<= 2; printf("%d\n", x);
    s++; b.bits++; printf("%d %d\n", s, b.bits);
    printf("%d\n", -1 << 3);
    static int fixed = INT_MAX + 1; printf("%d\n", fixed);
    return 0;
}
