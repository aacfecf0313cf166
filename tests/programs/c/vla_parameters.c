// Parameters whose array types depend on other parameters.
#include <stdio.h>

static int sum(int n, int values[n]) {
    int total = 0;
    for (int i = 0; i < n; i++) total += values[i];
    return total;
}
static void multiply(int n, int m, int k, int a[n][m], int b[m][k], int out[n][k]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            out[i][j] = 0;
            for (int l = 0; l < m; l++) out[i][j] += a[i][l] * b[l][j];
        }
}
static int row_size(int n, int m[][n + 1]) { return (int)(sizeof m[0] / sizeof(int)); }
static int trace(int n, int m[*][*]);
static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}
static void fill(int n, int m, int (*p)[m]) {
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) p[i][j] = i * m + j + 1;
}
static double cube(int a, int b, int c, double v[a][b][c]) { return v[a - 1][b - 1][c - 1]; }
static int evaluated;
static int bump(int n) { evaluated++; return n; }
static int effect(int n, char v[bump(n)][bump(n)]) { return (int)sizeof v[0]; }

int main(void) {
    int v[] = {1, 2, 3, 4, 5};
    printf("%d %d\n", sum(5, v), sum(2, v + 3));
    int a[2][3], b[3][2], out[2][2];
    fill(2, 3, a);
    fill(3, 2, b);
    multiply(2, 3, 2, a, b, out);
    printf("%d %d %d %d\n", out[0][0], out[0][1], out[1][0], out[1][1]);
    printf("%d\n", row_size(3, (int (*)[4])a));
    int n = 4, square[n][n];
    fill(n, n, square);
    printf("%d\n", trace(n, square));
    double values[2][3][4];
    values[1][2][3] = 6.5;
    printf("%g\n", cube(2, 3, 4, values));
    char text[3][3];
    printf("%d\n", effect(3, text));
    printf("%d\n", evaluated > 0);
    return out[1][1];
}
