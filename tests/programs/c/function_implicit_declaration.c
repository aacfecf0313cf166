// Functions used before any declaration, in the older dialect; they return int.
// flags: -std=gnu89
#include <stdio.h>

int main(void) {
    int i, total = 0;
    for (i = 0; i < 4; i++) total += later(i, i * i);
    printf("%d\n", total);
    printf("%d\n", nothing());
    printf("%d\n", chars('a', 'b'));
    printf("%d\n", floats(1.5, 2.25));
    {
        int result = pointers(&total, "text");
        printf("%d %d\n", result, total);
    }
    return later(1, 2);
}

int later(int a, int b) { return a * 100 + b; }
int nothing() { return 7; }
int chars(int a, int b) { return b - a; }
int floats(double a, double b) { return (int)(a * b * 100); }
int pointers(int *p, const char *s) { *p = s[1]; return sizeof *p; }
