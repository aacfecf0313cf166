// __builtin_choose_expr with arms that have no value
#include <stdio.h>
static void first(void) { printf("first\n"); }
static void second(void) { printf("second\n"); }
int main(void) {
    __builtin_choose_expr(1, first(), second());
    __builtin_choose_expr(0, first(), second());
    (void)__builtin_choose_expr(sizeof(char) == 1, first(), second());
    return 3;
}
