// Heap objects of unknown size, realloc, calloc, free, lists, variable-length arrays, alloca.
// inputs: n=3 k=1 | n=1 k=0 | n=6 k=5
#include <stdlib.h>
#include <string.h>
struct cell { int value; struct cell *next; };
static struct cell *push(struct cell *head, int value) {
    struct cell *made = malloc(sizeof *made);
    made->value = value;
    made->next = head;
    return made;
}
static int total(int rows, int columns, int m[rows][columns]) {
    int sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) sum = sum * 3 + m[i][j];
    return sum;
}
int main(void) {
    INPUT(int, n);
    INPUT(int, k);
    int *data = malloc(n * sizeof *data);
    for (int i = 0; i < 6; i++)
        if (i < n) data[i] = i * i + 1;
    CHECK(data[k]);
    data[k] = 50;
    CHECK(data[n - 1]);
    long *zero = calloc(n, sizeof *zero);
    CHECK(zero[k]);
    zero[k] = n;
    CHECK(zero[0]);
    struct cell *list = 0;
    for (int i = 0; i < 3; i++) list = push(list, i + n);
    CHECK(list->value + list->next->value * 10 + list->next->next->value * 100);
    struct cell *second = list->next;
    list->next = second->next;
    free(second);
    CHECK(list->next->value);
    int grid[2][n];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 6; j++)
            if (j < n) grid[i][j] = i * 7 + j;
    CHECK(grid[1][k]);
    CHECK(sizeof grid);
    CHECK(total(2, 1, (int (*)[1])grid));
    char *room = __builtin_alloca(8);
    memset(room, 'a', 8);
    room[k] = 'b';
    CHECK(room[1]);
    free(data);
    free(zero);
    return DONE;
}
