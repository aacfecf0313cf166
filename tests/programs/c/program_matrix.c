// Matrices of doubles and of residues: multiplication, elimination, inverse, power, determinant, transposition.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4, MODULUS = 1000003 };

typedef struct { double cell[N][N]; } matrix;

static matrix identity(void) {
    matrix m = {{{0}}};
    for (int i = 0; i < N; i++)
        m.cell[i][i] = 1;
    return m;
}

static matrix product(const matrix *a, const matrix *b) {
    matrix r = {{{0}}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                r.cell[i][j] += a->cell[i][k] * b->cell[k][j];
    return r;
}

static void swap_rows(double *a, double *b) {
    double t[N];
    memcpy(t, a, sizeof t);
    memcpy(a, b, sizeof t);
    memcpy(b, t, sizeof t);
}

static int invert(matrix a, matrix *out, double *determinant) {
    *out = identity();
    *determinant = 1;
    for (int c = 0; c < N; c++) {
        int pivot = c;
        for (int r = c + 1; r < N; r++) {
            double x = a.cell[r][c], y = a.cell[pivot][c];
            if ((x < 0 ? -x : x) > (y < 0 ? -y : y))
                pivot = r;
        }
        if (a.cell[pivot][c] == 0) {
            *determinant = 0;
            return 0;
        }
        if (pivot != c) {
            swap_rows(a.cell[pivot], a.cell[c]);
            swap_rows(out->cell[pivot], out->cell[c]);
            *determinant = -*determinant;
        }
        double scale = a.cell[c][c];
        *determinant *= scale;
        for (int j = 0; j < N; j++) {
            a.cell[c][j] /= scale;
            out->cell[c][j] /= scale;
        }
        for (int r = 0; r < N; r++) {
            double factor = a.cell[r][c];
            if (r == c || factor == 0)
                continue;
            for (int j = 0; j < N; j++) {
                a.cell[r][j] -= factor * a.cell[c][j];
                out->cell[r][j] -= factor * out->cell[c][j];
            }
        }
    }
    return 1;
}

static void print(const char *name, const matrix *m) {
    printf("%s\n", name);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%9.4f", m->cell[i][j] == 0 ? 0.0 : m->cell[i][j]);
        printf("\n");
    }
}

static void modular_product(int n, long long a[n][n], long long b[n][n], long long out[n][n]) {
    long long (*r)[n] = malloc(sizeof(long long[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            r[i][j] = 0;
            for (int k = 0; k < n; k++)
                r[i][j] = (r[i][j] + a[i][k] * b[k][j]) % MODULUS;
        }
    memcpy(out, r, sizeof(long long[n][n]));
    free(r);
}

static long long fibonacci(unsigned long long n) {
    long long result[2][2] = {{1, 0}, {0, 1}}, step[2][2] = {{1, 1}, {1, 0}};
    for (; n; n >>= 1) {
        if (n & 1)
            modular_product(2, result, step, result);
        modular_product(2, step, step, step);
    }
    return result[0][1];
}

int main(void) {
    matrix a = {{{2, -1, 0, 3}, {4, 1, 1, 0}, {0.5, 2, -2, 1}, {1, 1, 1, 1}}}, inverse;
    double d;
    print("a", &a);
    printf("%d ", invert(a, &inverse, &d));
    printf("%.6f\n", d);
    print("inverse", &inverse);
    matrix check = product(&a, &inverse);
    int good = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double e = check.cell[i][j] - (i == j);
            good &= e < 1e-12 && e > -1e-12;
        }
    printf("%d\n", good);
    matrix singular = a;
    memcpy(singular.cell[3], singular.cell[0], sizeof singular.cell[0]);
    memset(singular.cell[1], 0, sizeof singular.cell[1]);
    int ok = invert(singular, &inverse, &d);
    printf("%d %g\n", ok, d);
    for (unsigned n = 1; n <= 64; n *= 4)
        printf("%lld ", fibonacci(n));
    printf("%lld\n", fibonacci(1000000000000ull));
    return (int)(fibonacci(90) % 256);
}
