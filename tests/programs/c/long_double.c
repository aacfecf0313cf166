// long double: the 80-bit format, its arithmetic, conversions in both directions.
#include <stdio.h>
#include <float.h>

static long double power(long double base, int n) {
    long double result = 1;
    while (n-- > 0) result *= base;
    return result;
}

int main(void) {
    long double third = 1.0L / 3.0L;
    printf("%.25Lf\n", third);
    printf("%.25f\n", (double)third);
    printf("%.25f\n", (float)third);
    printf("%d %d\n", third == 1.0 / 3.0, (double)third == 1.0 / 3.0);
    printf("%.5Lf\n", power(10.0L, 20) + 0.5L);
    printf("%.3Le %.6Lg\n", power(2.0L, 1000), power(0.5L, 200));
    printf("%.3Le\n", power(2.0L, 10000));
    printf("%d\n", (double)power(2.0L, 10000) > 1e308);
    long double exact = 9007199254740993.0L;
    printf("%.1Lf %.1f\n", exact, (double)exact);
    long long back = exact;
    unsigned long long wide = 18446744073709551615ull;
    printf("%lld %d\n", back, (unsigned long long)(long double)wide == wide);
    printf("%.21Lg %.21Lg\n", 0.1L, (long double)0.1);
    long double sum = 0;
    for (int i = 1; i <= 50; i++) sum += 1.0L / i;
    printf("%.18Lf\n", sum);
    sum -= 4; sum *= -2; sum /= 3;
    printf("%.18Lf\n", sum);
    sum++;
    printf("%.18Lf %d\n", sum, sum < 1);
    printf("%d %d\n", LDBL_MANT_DIG, LDBL_MAX_EXP);
    printf("%zu\n", sizeof(long double));
    long double array[2] = {1, 2.5f};
    printf("%Lf %Lf %d\n", array[0], array[1], !array[0]);
    return (int)third + 2;
}
