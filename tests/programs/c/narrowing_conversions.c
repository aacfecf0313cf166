// Conversions between integer types of different width and sign keep the low bits.
#include <stdio.h>

#define SHOW(value) do { \
    long long v = (value); \
    printf("%lld: %d %d %d %d %d %u %ld %lu\n", v, (signed char)v, (unsigned char)v, (short)v, \
           (unsigned short)v, (int)v, (unsigned)v, (long)v, (unsigned long)v); \
} while (0)

static signed char narrow_return(int x) { return x; }
static int narrow_parameter(unsigned char x) { return x; }

int main(void) {
    SHOW(0);
    SHOW(127);
    SHOW(128);
    SHOW(255);
    SHOW(256);
    SHOW(-1);
    SHOW(-129);
    SHOW(32768);
    SHOW(65535);
    SHOW(2147483648ll);
    SHOW(4294967295ll);
    SHOW(-2147483649ll);
    SHOW(0x123456789abcdef0ll);
    printf("%d %d\n", narrow_return(200), narrow_return(-200));
    printf("%d %d\n", narrow_parameter(-1), narrow_parameter(300));
    signed char c = 200;
    unsigned char u = -1;
    short s = 70000;
    int i = 3000000000u;
    printf("%d %d %d %d\n", c, u, s, i);
    unsigned long long widened = c, widened2 = (unsigned char)c;
    printf("%llx %llx\n", widened, widened2);
    int chained;
    unsigned char small;
    chained = small = 1000;
    printf("%d %d\n", chained, small);
    long long from_unsigned = 4000000000u, from_int = (int)4000000000u;
    printf("%lld %lld\n", from_unsigned, from_int);
    return (unsigned char)300;
}
