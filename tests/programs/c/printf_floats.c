// printf f F e E g G with widths, precisions, flags, rounding, special values.
#include <stdio.h>

int main(void) {
    double values[] = {0, 1, -1.5, 123.456, 1e10, 1e-5, 1e100, 0.1, 2.5, 99999.95, 1234567.0};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        double v = values[i];
        printf("%f|%e|%g|%.2f|%.0f|%.3e|%.10g\n", v, v, v, v, v, v, v);
    }
    printf("[%10.2f] [%-10.2f] [%010.2f] [%+.2f] [% .2f]\n", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159);
    printf("[%#.0f] [%#g] [%#.3g] [%g]\n", 3.0, 3.0, 3.0, 3.0);
    printf("%E %G %F\n", 1.5e-7, 1.5e-7, 1.5);
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
    printf("%.1f %.1f %.2f\n", 0.25, 0.35, 1.005);
    printf("%.17g %.17g\n", 0.1, 1.0 / 3);
    printf("%.20f %.30e\n", 0.1, 0.1);
    printf("%g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001);
    printf("%f\n", 1e22);
    printf("%.3f %.3f\n", 1e15 + 0.3, -0.0);
    printf("[%*.*f] [%-*.1f]\n", 9, 3, 2.71828, 7, 2.71828);
    printf("%f %e %g %5.1f|%-6f|%06f\n", 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0);
    printf("%f %g\n", 1.5f, (float)0.1);
    printf("%e %g\n", 5e-324, 5e-324);
    printf("%g %g\n", 1.7976931348623157e308, 2.2250738585072014e-308);
    printf("%.3g %.3g %.3g %.3g\n", 1234.0, 0.001234, 999.5, 0.0);
    printf("%08.3f|%+08.3f|%-+9.2e|\n", -3.14159, 3.14159, 31415.9);
    return 0 * printf("end\n") + 25;
}
