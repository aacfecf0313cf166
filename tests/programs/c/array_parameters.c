// Array parameters: decay, static and qualifiers inside brackets, const, modification seen by callers.
#include <stdio.h>

static int sum(const int values[static 3], int n) {
    int total = 0;
    while (n > 0) total += values[--n];
    return total;
}
static void fill(int values[const], int n, int x) { for (int i = 0; i < n; i++) values[i] = x++; }
static int size(int values[100]) { return sizeof values == sizeof(int *); }
static void advance(char text[]) { while (*text) { *text += 1; text++; } }
static int total2(int m[][3], int rows) {
    int t = 0;
    for (int i = 0; i < rows; i++) t += sum(m[i], 3);
    return t;
}
static void reverse(int *restrict a, int n) {
    for (int i = 0, j = n - 1; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; }
}
static int count(char *names[]) { int n = 0; while (names[n]) n++; return n; }
static int apply(int f(int), int x) { return f(f(x)); }
static int triple(int x) { return 3 * x; }

int main(void) {
    int a[5] = {1, 2, 3};
    printf("%d %d\n", sum(a, 5), sum(a, 3));
    fill(a + 1, 3, 10);
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
    printf("%d\n", size(a));
    char text[] = "HAL";
    advance(text);
    printf("%s\n", text);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%d\n", total2(m, 2));
    reverse(a, 5);
    reverse(m[1], 3);
    printf("%d %d %d\n", a[0], a[4], m[1][0]);
    char *names[] = {"a", "b", "c", 0};
    printf("%d\n", count(names));
    printf("%d %d\n", apply(triple, 4), apply(&triple, 1));
    return sum((int[]){5, 6, 7}, 3);
}
