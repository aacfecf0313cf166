// Pointers to variable length arrays over heap memory, casts, arithmetic, assignment.
#include <stdio.h>
#include <stdlib.h>

static int determinant(int n, const int *flat) {
    const int (*m)[n] = (const int (*)[n])flat;
    if (n == 1) return m[0][0];
    int minor[n - 1][n - 1], total = 0;
    for (int column = 0; column < n; column++) {
        for (int i = 1; i < n; i++)
            for (int j = 0, k = 0; j < n; j++)
                if (j != column) minor[i - 1][k++] = m[i][j];
        total += (column % 2 ? -1 : 1) * m[0][column] * determinant(n - 1, &minor[0][0]);
    }
    return total;
}

int main(void) {
    int rows = 3, columns = 5;
    int (*grid)[columns] = malloc(sizeof(int[rows][columns]));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) grid[i][j] = i * columns + j;
    printf("%d %d %zu\n", grid[2][4], grid[1][0], sizeof *grid);
    int (*p)[columns] = grid + 2;
    printf("%d %d\n", (*p)[1], p[-1][1]);
    printf("%d\n", (int)(p - grid));
    p -= 1;
    p++;
    --p;
    printf("%d\n", **p);
    int *flat = grid[0];
    printf("%d\n", flat[7]);
    int width = 3;
    int (*view)[width] = (int (*)[width])flat;
    printf("%d %d\n", view[4][2], view[1][1]);
    int matrix[16] = {2, 0, 1, 3, 1, 4, 0, 2, 0, 5, 3, 1, 2, 2, 1, 0};
    printf("%d\n", determinant(4, matrix));
    printf("%d\n", determinant(2, (int[]){1, 2, 3, 4}));
    double (*cube)[2][columns] = calloc(4, sizeof *cube);
    cube[3][1][4] = 2.5;
    cube[0][0][0] = 1.25;
    printf("%g %g %g\n", cube[3][1][4], cube[0][0][0], ((double *)cube)[39]);
    free(cube);
    free(grid);
    return -determinant(3, (int[]){1, 2, 3, 4, 5, 6, 7, 8, 10});
}
