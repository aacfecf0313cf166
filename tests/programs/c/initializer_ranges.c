// GNU range designators in arrays, nested, overlapping, with structures and strings.
#include <stdio.h>

struct cell { char kind; int value; };
static int table[12] = {[0 ... 3] = 1, [4 ... 6] = 2, [8] = 3, 4};
static char map[256] = {['0' ... '9'] = 'd', ['a' ... 'z'] = 'l', ['A' ... 'Z'] = 'u'};
static struct cell cells[6] = {[1 ... 4] = {'m', 7}, [3].value = 8};
static int matrix[4][4] = {[0 ... 3] = {[0 ... 1] = 5}, [2][2 ... 3] = 6};

static int square(int n) { return n * n; }

int main(void) {
    for (int i = 0; i < 12; i++) printf("%d ", table[i]);
    printf("\n");
    for (const char *p = "aZ5_x"; *p; p++) printf("%c", map[(unsigned char)*p] ?: '-');
    printf("\n");
    for (int i = 0; i < 6; i++) printf("%d:%d ", cells[i].kind, cells[i].value);
    printf("\n");
    for (int i = 0; i < 4; i++) printf("%d%d%d%d ", matrix[i][0], matrix[i][1], matrix[i][2], matrix[i][3]);
    printf("\n");
    int n = 10;
    int local[6] = {[0 ... 1] = 3, [2 ... 3] = 4, [5] = n};
    for (int i = 0; i < 6; i++) printf("%d ", local[i]);
    printf("\n");
    int computed[3] = {[0 ... 1] = 9, [2] = square(5)};
    printf("%d %d %d\n", computed[0], computed[1], computed[2]);
    const char *words[4] = {[0 ... 3] = "none", [2] = "some"};
    printf("%s %s %s\n", words[0], words[2], words[3]);
    int sized[] = {[7 ... 9] = 1};
    printf("%zu\n", sizeof sized / sizeof *sized);
    return table[9];
}
