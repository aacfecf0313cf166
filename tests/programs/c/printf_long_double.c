// printf with the L modifier: Lf Le Lg, widths, precisions, values beyond double.
#include <stdio.h>

int main(void) {
    long double third = 1.0L / 3, big = 1e4000L, tiny = 1e-4000L;
    printf("%Lf %Le %Lg\n", 1.5L, 1.5L, 1.5L);
    printf("%.20Lf %.25Lf\n", third, 0.1L);
    printf("%.5Le %.5Le\n", big, tiny);
    printf("%Lg %Lg\n", big, tiny);
    printf("[%12.3Lf] [%-12.3Lf] [%012.3Lf] [%+Lf]\n", third, third, third, third);
    printf("[%*.*Lf]\n", 14, 6, 2.0L / 3);
    printf("%.0Lf %.0Lf\n", 2.5L, 3.5L);
    printf("%.1Lf\n", 18446744073709551615.0L);
    printf("%Lf %Lf\n", (long double)0.1, (long double)0.1f);
    printf("%d %Lf %s %Lg %f\n", 1, 2.5L, "mixed", 3.5L, 4.5);
    printf("%LE %LG\n", 1e-10L, 1e-10L);
    char text[40];
    int n = sprintf(text, "%.10Lf", third * 2);
    printf("%s %d\n", text, n);
    long double sum = 0;
    for (int i = 0; i < 10; i++)
        sum += 0.1L;
    printf("%.21Lf\n", sum);
    return n;
}
