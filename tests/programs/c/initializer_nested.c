// Nested brace initializers for arrays and structures, partial ones zero the rest.
#include <stdio.h>

struct in { int a, b[3]; };
struct out { char name[6]; struct in list[2]; struct { double x; int *p; } tail; };

static int target = 5;
static struct out global = {"abc", {{1, {2, 3, 4}}, {5, {6}}}, {1.5, &target}};
static int partial[5] = {1, 2}, zeros[4], matrix[3][3] = {{1}, {0, 1}, {0, 0, 1}};

static void print(const struct out *o) {
    printf("%s", o->name);
    for (int i = 0; i < 2; i++) printf(" %d[%d %d %d]", o->list[i].a, o->list[i].b[0], o->list[i].b[1], o->list[i].b[2]);
    printf(" %g %d\n", o->tail.x, o->tail.p ? *o->tail.p : -1);
}

int main(void) {
    print(&global);
    int x = 3;
    struct out local = {{'x', 'y'}, {{x, {x * x, x + 1}}}, {x / 2.0, &x}};
    print(&local);
    struct out empty = {0}, gnu_empty = {};
    print(&empty);
    print(&gnu_empty);
    struct out array[2] = {global, {"two"}};
    print(&array[0]);
    print(&array[1]);
    printf("%d %d %d %d\n", partial[1], partial[2], partial[4], zeros[3]);
    for (int i = 0; i < 3; i++) printf("%d%d%d ", matrix[i][0], matrix[i][1], matrix[i][2]);
    printf("\n");
    int scalar = {7}, scalar2 = {7.9};
    const char *strings[] = {"one", "two", 0};
    printf("%d %d %s %d\n", scalar, scalar2, strings[1], (int)(sizeof strings / sizeof *strings));
    int unsized[] = {1, 2, 3, 4, 5, 6,};
    printf("%zu\n", sizeof unsized / sizeof *unsized);
    union { int i; char c[8]; } u = {65};
    printf("%d %c\n", u.i, u.c[0]);
    int grid[][2] = {{1, 2}, {3}, {5, 6}};
    printf("%zu %d\n", sizeof grid / sizeof *grid, grid[1][1]);
    return unsized[5];
}
