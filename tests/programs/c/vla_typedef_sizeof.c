// Variably modified typedefs, sizeof with side effects, typeof of variable length arrays.
#include <stdio.h>

static int calls;
static int next(void) { return ++calls; }

int main(void) {
    int n = 3;
    typedef int vector[n];
    n = 100;
    vector a, b;
    printf("%zu %zu\n", sizeof(vector) / sizeof(int), sizeof a / sizeof *a);
    for (int i = 0; i < 3; i++) a[i] = i, b[i] = -i;
    printf("%d %d\n", a[2], b[2]);
    typedef vector matrix[2];
    matrix m;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) m[i][j] = i * 3 + j;
    printf("%zu %d\n", sizeof m / sizeof(int), m[1][2]);
    int i = 2;
    size_t size = sizeof(int[i++]);
    printf("%d %d\n", (int)(size / sizeof(int)), i);
    size = sizeof(char[next() + 1][7]);
    printf("%d %d\n", (int)size, calls);
    int k = 5;
    int v[k];
    __typeof__(v) w;
    k = 9;
    for (int j = 0; j < 5; j++) w[j] = j * j;
    printf("%zu %d\n", sizeof w / sizeof *w, w[4]);
    vector *pointer = &a;
    (*pointer)[1] = 42;
    printf("%d %zu\n", a[1], sizeof *pointer / sizeof(int));
    for (int j = 1; j < 4; j++) {
        typedef char buffer[j * 10];
        buffer x;
        printf("%zu ", sizeof x);
    }
    printf("\n");
    return (int)sizeof(char[k + 1]);
}
