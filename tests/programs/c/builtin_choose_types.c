// __builtin_choose_expr and __builtin_types_compatible_p, with expressions of unlike types.
#include <stdio.h>

typedef int number;
enum e { A };
struct s { int x; };
#define SAME(a, b) __builtin_types_compatible_p(a, b)
#define IS_TEXT(x) __builtin_types_compatible_p(__typeof__(x), char[sizeof(x)])
#define LENGTH(x) __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), __typeof__(&(x)[0])), -1, (int)(sizeof(x) / sizeof((x)[0])))

static int touched;
static int touch(void) { return ++touched; }

int main(void) {
    printf("%d %d %d\n", SAME(int, int), SAME(int, unsigned), SAME(int, number));
    printf("%d %d %d\n", SAME(int, const int), SAME(int *, const int *), SAME(char, signed char));
    printf("%d %d\n", SAME(int[], int[5]), SAME(int[4], int[5]));
    printf("%d %d\n", SAME(struct s, struct s), SAME(long, long long));
    printf("%d %d\n", SAME(int (*)(void), int (*)(void)), SAME(int (*)(int), int (*)(char)));
    printf("%d %d\n", SAME(typeof(1 + 'a'), int), SAME(typeof(1.0f), double));
    int a = __builtin_choose_expr(1, 5, touch());
    const char *s = __builtin_choose_expr(sizeof(int) == 4, "four", 1.5);
    printf("%d %s %d\n", a, s, touched);
    printf("%zu\n", sizeof __builtin_choose_expr(0, 1, (char)2));
    int values[7];
    int *pointer = values;
    printf("%d %d\n", LENGTH(values), LENGTH(pointer));
    __builtin_choose_expr(1, a, touched) = 8;
    printf("%d\n", a);
    printf("%d\n", IS_TEXT("hello"));
    int b = __builtin_choose_expr(SAME(typeof(a), int), a + 1, a + 2) * 2;
    printf("%d\n", b);
    return __builtin_choose_expr(0, touch(), b);
}
