// Initializers without inner braces: elements flow into nested aggregates.
#include <stdio.h>

struct p { int x, y; };
struct q { struct p a; int n[2]; struct p b; };
static int flat[2][3] = {1, 2, 3, 4, 5, 6};
static int mixed[3][2] = {{1}, 2, 3, {4}};
static struct q s = {1, 2, 3, 4, 5, 6};
static struct q t[2] = {1, 2, {3}, 5, 6, {{7, 8}, {9, 10}, {11, 12}}};
static char words[3][4] = {"abc", 'd', 'e', 'f', 0, "gh"};

int main(void) {
    for (int i = 0; i < 6; i++) printf("%d ", flat[i / 3][i % 3]);
    for (int i = 0; i < 6; i++) printf("%d ", mixed[i / 2][i % 2]);
    printf("\n");
    printf("%d %d %d %d %d %d\n", s.a.x, s.a.y, s.n[0], s.n[1], s.b.x, s.b.y);
    for (int i = 0; i < 2; i++)
        printf("%d %d %d %d %d %d\n", t[i].a.x, t[i].a.y, t[i].n[0], t[i].n[1], t[i].b.x, t[i].b.y);
    printf("%s %s %s\n", words[0], words[1], words[2]);
    struct p point = {10, 20};
    struct q local = {point, 1, 2, point};
    printf("%d %d %d\n", local.a.y, local.n[1], local.b.x);
    struct q other = {5, 6, {7, 8}, point};
    printf("%d %d %d\n", other.a.x, other.n[1], other.b.y);
    struct { int a; union { int u; char c; } v; int z; } un = {1, 2, 3};
    printf("%d %d %d\n", un.a, un.v.u, un.z);
    int cube[2][2][2] = {1, 2, 3, {4}, 5};
    printf("%d %d %d %d\n", cube[0][0][1], cube[0][1][0], cube[1][0][0], cube[1][1][0]);
    struct p list[] = {1, 2, 3, 4, 5};
    printf("%zu %d %d\n", sizeof list / sizeof *list, list[2].x, list[2].y);
    struct q designated = {.n = 8, 9, .b.y = 3};
    printf("%d %d %d %d\n", designated.a.x, designated.n[0], designated.n[1], designated.b.y);
    return s.n[1];
}
