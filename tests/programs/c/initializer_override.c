// Later designators override earlier initializers; last one wins, per subobject.
#include <stdio.h>

struct s { int a, b, c; int list[3]; };
static struct s one = {1, 2, 3, .b = 20, .list = {7, 8, 9}, .list[1] = 80};
static int array[4] = {1, 2, 3, 4, [1] = 20, 30, [0] = 10};
static struct s two[2] = {[0] = {1, 2, 3}, [0].c = 33, [1].a = 5};

int main(void) {
    printf("%d %d %d %d %d %d\n", one.a, one.b, one.c, one.list[0], one.list[1], one.list[2]);
    printf("%d %d %d %d\n", array[0], array[1], array[2], array[3]);
    printf("%d %d %d %d\n", two[0].a, two[0].b, two[0].c, two[1].a);
    int n = 6;
    struct s base = {.a = n, .b = n + 1, .a = n + 2};
    printf("%d %d %d\n", base.a, base.b, base.list[2]);
    struct s copy[2] = {[0 ... 1] = {.a = 1, .c = 3}, [1].b = 4};
    printf("%d %d %d %d\n", copy[0].a, copy[0].b, copy[1].b, copy[1].c);
    int m[2][2] = {{1, 2}, {3, 4}, [0][1] = 20};
    printf("%d %d %d\n", m[0][0], m[0][1], m[1][1]);
    char text[6] = {"hello", };
    char changed[] = {[0] = 'a', 'b', 'c', [1] = 'B', [3] = 0};
    printf("%s %s\n", text, changed);
    union { int i; short s[2]; } u = {.i = -1, .s = {1, 2}};
    printf("%x\n", u.i);
    return array[2];
}
