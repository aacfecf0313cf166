// Variadic macros, __VA_ARGS__, GNU comma elision, stringizing, token pasting, indirection, X-macros.
#include <stdio.h>

#define LOG(format, ...) printf("[" format "]\n", ##__VA_ARGS__)
#define ALL(...) __VA_ARGS__
#define NAMED(format, args...) printf(format, args)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define STRING(x) #x
#define EXPAND(x) STRING(x)
#define PASTE(a, b) a##b
#define PASTE2(a, b) PASTE(a, b)
#define VARIABLE(n) value_##n
#define VALUE 7
#define FIRST(a, ...) a
#define REST(a, ...) __VA_ARGS__
#define FRUITS X(APPLE, 3) X(PEAR, 5) X(PLUM, 9)
enum fruit {
#define X(name, price) name,
    FRUITS
#undef X
    FRUIT_COUNT
};
static const struct { const char *name; int price; } fruits[] = {
#define X(name, price) {#name, price},
    FRUITS
#undef X
};

int main(void) {
    LOG("plain");
    LOG("%d %s", 1, "two");
    int values[] = {ALL(1, 2, 3)};
    NAMED("%d %zu\n", values[2], sizeof values / sizeof *values);
    printf("%d %d %d\n", COUNT(a), COUNT(a, b), COUNT(a, b, c, d, e));
    printf("%s %s\n", STRING(VALUE), EXPAND(VALUE));
    printf("%s\n", STRING(a  +   "b\n" 'c' \t));
    int value_1 = 10, value_2 = 20, PASTE(x, y) = 30;
    printf("%d %d %d\n", VARIABLE(1), PASTE2(value_, 2), xy);
    printf("%d %d\n", PASTE(12, 34), PASTE(0x, ff));
    printf("%d\n", PASTE2(VALUE, VALUE));
    int n = 3;
    n PASTE(+, =) 4;
    printf("%d\n", n);
    printf("%d %d\n", FIRST(1, 2, 3), (REST(1, 2, 3)));
    for (int i = 0; i < FRUIT_COUNT; i++) printf("%s=%d ", fruits[i].name, fruits[i].price);
    printf("%d\n", PLUM);
    printf("%s|%s\n", STRING(), STRING(()));
    return PASTE2(VAL, UE);
}
