// float and double arithmetic: rounding to the type, mixed operands, assignment back.
#include <stdio.h>

static float third(float x) { return x / 3; }
static double mean(const float *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum / n;
}

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    printf("%.20f %.20f\n", f, d);
    printf("%d %d %d\n", f == d, f == 0.1f, (float)d == f);
    printf("%.17g %.17g\n", f * 3, d * 3);
    printf("%.9g %.17g %.17g\n", f + f, f + d, f * d);
    printf("%.9g %.9g\n", third(1), third(10) - 3);
    f = d / 3;
    printf("%.17g\n", f);
    f += 1e-3;
    printf("%.17g\n", f);
    float tiny = 1e-40f, small = 1e-45f;
    printf("%g %g %g\n", tiny, small, small / 2);
    float big = 3e38f;
    printf("%g %g\n", big * 10, (double)big * 10);
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += 0.1;
    printf("%.17g %d\n", sum, sum == 1.0);
    float fsum = 0;
    for (int i = 0; i < 1000; i++) fsum += 0.1f;
    printf("%.9g\n", fsum);
    float v[] = {1.5f, 2.25f, -3.125f, 1e7f};
    printf("%.10g\n", mean(v, 4));
    f++; d--;
    printf("%.9g %.17g\n", f, d);
    printf("%.9g %.9g\n", -f, +f);
    printf("%zu %zu %zu\n", sizeof(f * f), sizeof(f * d), sizeof(f * 1));
    return d < f;
}
