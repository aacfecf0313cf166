// Conversion of floating values to integer types truncates towards zero.
#include <stdio.h>

int main(void) {
    double values[] = {0.0, 0.5, 0.999999, 1.0, 1.5, 2.5, 126.99, -0.5, -0.999, -1.5, -127.9};
    for (int i = 0; i < 11; i++) {
        double d = values[i];
        float f = (float)d;
        printf("%d %d %d %d %lld\n", (int)d, (int)f, (signed char)d, (short)f, (long long)d);
    }
    printf("%u %u\n", (unsigned)3000000000.7, (unsigned)-0.9);
    printf("%llu\n", (unsigned long long)18000000000000000000.0);
    printf("%lld\n", (long long)-9223372036854775808.0);
    printf("%d %d\n", (int)2147483647.9, (int)-2147483648.9);
    printf("%d\n", (unsigned char)255.9);
    long double ld = 9223372036854775807.0L;
    printf("%lld %d\n", (long long)ld, (int)-3.99L);
    printf("%llu\n", (unsigned long long)18446744073709551615.0L);
    int i = 7.9;
    i += 0.6;
    printf("%d\n", i);
    i *= 1.5f;
    printf("%d\n", i);
    unsigned char c = 10;
    c *= 2.55;
    c -= 0.5;
    printf("%d\n", c);
    int array[5] = {1.9, -1.9, 2.0f, 3.5L, 1e9};
    for (int k = 0; k < 5; k++) printf("%d ", array[k]);
    printf("\n");
    return (int)12.99;
}
