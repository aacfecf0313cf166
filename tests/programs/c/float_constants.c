// Floating constants: suffixes, exponents, hexadecimal form, types.
#include <stdio.h>
#include <float.h>

#define TYPE(e) _Generic((e), float: "float", double: "double", long double: "long double", default: "other")

int main(void) {
    printf("%s %s %s %s\n", TYPE(1.0), TYPE(1.0f), TYPE(1.0L), TYPE(1e3));
    printf("%g %g %g %g\n", 1., .5, 1e3, 1.5E-3);
    printf("%g %g %g\n", 0x1p3, 0x1.8p1, 0x.8p-1);
    printf("%.17g %.17g\n", 0x1.999999999999ap-4, 0.1);
    printf("%.9g %.17g\n", 0.1f, 0.1f);
    printf("%.17g\n", (double)16777217.0f);
    printf("%.17g %.17g\n", 1e23, 9007199254740993.0);
    printf("%g %g\n", 5e-324, 1.7976931348623157e308);
    printf("%g %g %g\n", FLT_MAX, FLT_MIN, FLT_EPSILON);
    printf("%g %g %g\n", DBL_MAX, DBL_MIN, DBL_EPSILON);
    printf("%d %d %d %d\n", FLT_DIG, DBL_DIG, FLT_MANT_DIG, DBL_MANT_DIG);
    printf("%Lg\n", LDBL_EPSILON);
    printf("%d\n", 1.0 + DBL_EPSILON != 1.0);
    printf("%d\n", 1.0 + DBL_EPSILON / 2 == 1.0);
    printf("%d\n", 1.0f + FLT_EPSILON / 2 == 1.0f);
    static const double table[] = {1e0, 1e1, 1e2, 1e-1};
    double sum = 0;
    for (int i = 0; i < 4; i++) sum += table[i];
    printf("%.17g\n", sum);
    return (int)1.9e1;
}
