// sizeof on types and expressions; operands are not evaluated.
#include <stdio.h>
#include <stddef.h>

struct s { char c; int i; double d; };
union u { char c[5]; short s; };
static int touched;
static int touch(void) { return ++touched; }

int main(void) {
    char array[10];
    int matrix[3][4], *p = matrix[0], (*row)[4] = matrix;
    printf("%zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long long), sizeof(float));
    printf("%zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(size_t));
    printf("%zu %zu %zu\n", sizeof(double), sizeof(long double), sizeof(_Bool));
    printf("%zu %zu\n", sizeof(struct s), sizeof(union u));
    printf("%zu %zu %zu %zu\n", sizeof array, sizeof matrix, sizeof *matrix, sizeof **matrix);
    printf("%d %zu %zu\n", sizeof p == sizeof row, sizeof *row, sizeof *p);
    printf("%zu %zu\n", sizeof touch(), sizeof(touch() + 1ll));
    int i = 5;
    printf("%zu\n", sizeof i++);
    printf("%d %d\n", i, touched);
    printf("%zu %zu %zu\n", sizeof "hello", sizeof "", sizeof L"ab" / sizeof(L'a'));
    printf("%zu %zu\n", sizeof 'a', sizeof((char)'a'));
    printf("%zu %zu\n", sizeof(int[7]), sizeof(char[2][3][4]));
    printf("%zu %zu\n", sizeof(struct s[3]), sizeof ((struct s *)0)->d);
    printf("%d\n", sizeof(int (*)(void)) == sizeof(void *));
    printf("%zu\n", sizeof array / sizeof array[0]);
    printf("%d\n", sizeof(array + 0) == sizeof(char *));
    printf("%d %zu\n", sizeof(ptrdiff_t) == sizeof(void *), sizeof(wchar_t));
    printf("%d\n", sizeof(int) - 5 > 0);
    printf("%zu\n", sizeof -(char)1);
    enum { N = sizeof(struct s) };
    char sized[N + 1];
    return (int)sizeof sized;
}
