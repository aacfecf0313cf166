// <math.h>: classes of floating numbers
#include <float.h>
#include <math.h>
#include <stdio.h>

static void classify(double x)
{
    printf("%d %d %d ", fpclassify(x) == FP_NORMAL, fpclassify(x) == FP_SUBNORMAL, fpclassify(x) == FP_ZERO);
    printf("%d %d %d %d\n", isinf(x) != 0, isnormal(x) != 0, isfinite(x) != 0, isnan(x) != 0);
}

int main(void)
{
    const double numbers[] = {0, -0.0, 1, DBL_MIN, -DBL_MIN / 2, -INFINITY, INFINITY, NAN};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        classify(numbers[i]);
    float small = FLT_MIN / 2;
    long double large = LDBL_MIN;
    printf("%d %d %d\n", isnormal(small) != 0, isnormal(large) != 0, fpclassify(large / 2) == FP_SUBNORMAL);
    return 3;
}
