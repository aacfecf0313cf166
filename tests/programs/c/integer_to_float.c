// Conversion of integers to floating types rounds to nearest, ties to even.
#include <stdio.h>

int main(void) {
    int i = 16777217, j = 16777219, k = -16777217;
    printf("%.1f %.1f %.1f\n", (float)i, (float)j, (float)k);
    printf("%.1f %.1f\n", (double)i, (double)k);
    long long a = 9007199254740993ll, b = 9007199254740995ll;
    printf("%.1f %.1f\n", (double)a, (double)b);
    printf("%.1f %.1f\n", (float)a, (double)-a);
    printf("%.1Lf %.1Lf\n", (long double)a, (long double)9223372036854775807ll);
    unsigned u = 4294967295u;
    printf("%.1f %.1f\n", (float)u, (double)u);
    unsigned long long m = 18446744073709551615ull;
    printf("%.1f %.1f %.1Lf\n", (float)m, (double)m, (long double)m);
    unsigned long long half = 9223372036854775808ull, above = 9223372036854776833ull;
    printf("%.1f %.1f\n", (double)half, (double)above);
    printf("%.1f %.1f\n", (double)(unsigned char)200, (float)(signed char)200);
    printf("%.1f %.1f\n", (double)(_Bool)7, (float)'A');
    float f = i;
    f += j;
    printf("%.1f\n", f);
    double d = m;
    printf("%.1f %d\n", d, d == 18446744073709551616.0);
    printf("%d %d\n", i == (float)i, (float)i == 16777216.0f);
    double mixed = 1 / 2 + 1 / 2.0 + 3u / 2 * 1.0f;
    printf("%g\n", mixed);
    return (int)(float)200;
}
