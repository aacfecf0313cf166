// Infinities, NaN, signed zero: arithmetic, comparison, truth value.
#include <stdio.h>

static void compare(double a, double b) {
    printf("%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b);
}

int main(void) {
    double huge = 1e308;
    double infinity = huge * 10, minus = -infinity;
    double nan = __builtin_nan("");
    double zero = 0.0, negative_zero = -zero;
    double values[] = {infinity, minus, nan, zero, negative_zero, 1.0};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) compare(values[i], values[j]);
        printf("\n");
    }
    printf("%f %f %f %f\n", infinity, minus, zero, negative_zero);
    printf("%g %e %G\n", infinity, minus, infinity);
    printf("%d %d %d\n", !nan, !zero, !negative_zero);
    printf("%d %d\n", nan ? 1 : 0, negative_zero ? 1 : 0);
    printf("%d %d\n", (_Bool)nan, (_Bool)0.1);
    printf("%d %d\n", __builtin_isnan(nan), __builtin_isnan(infinity - infinity));
    printf("%d %d %d\n", __builtin_isinf(infinity) != 0, __builtin_isinf(1.0) != 0, __builtin_isnan(infinity * 0));
    printf("%g %g\n", 1 / infinity, -1 / infinity);
    printf("%g %g\n", infinity + 1, infinity + infinity);
    printf("%d %d\n", __builtin_signbit(negative_zero) != 0, __builtin_signbit(zero) != 0);
    printf("%d\n", zero == negative_zero);
    float f = 3e38f;
    f *= 10;
    printf("%f %d\n", f, f == infinity);
    printf("%f %f\n", __builtin_inf(), (double)-__builtin_inff());
    return nan == nan ? 1 : 3;
}
