// printf %a and %A for double values, with precision and width.
#include <stdio.h>

int main(void) {
    printf("%a %a %a %a\n", 0.0, 1.0, -2.5, 0.1);
    printf("%A %A\n", 255.0, 1e-3);
    printf("%.0a %.1a %.3a\n", 1.0, 1.96875, 3.14159);
    printf("[%12a] [%-12a] [%+a]\n", 1.5, 1.5, 1.5);
    printf("%a %a\n", 1e300, 1e-300);
    printf("%a\n", 1.7976931348623157e308);
    printf("%a %a\n", (double)0.1f, 0x1.8p1);
    printf("%.13a\n", 1.0 / 3);
    printf("%a\n", 1.0 / 0.0);
    printf("[%014a] [%#.0a]\n", 2.0, 2.0);
    double d = 0x1.fffffffffffffp+0;
    printf("%a %d\n", d, d < 2);
    double values[] = {0.5, 0.75, 1024, 1025, 6.02214076e23};
    for (int i = 0; i < 5; i++)
        printf("%a ", values[i]);
    printf("\n");
    return 7;
}
