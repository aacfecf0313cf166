// Pointers to pointers, arithmetic, comparison, differences, casts to integers and back.
// inputs: a=1 b=3 c=1 | a=0 b=4 c=0 | a=3 b=-2 c=7
#include <stdint.h>
struct node { int value; struct node *next; };
static int table[6] = {10, 11, 12, 13, 14, 15};
static int *rows[3] = {table, table + 2, &table[4]};
static struct node nodes[3] = {{1, &nodes[1]}, {2, &nodes[2]}, {3, 0}};
int main(void) {
    INPUT(int, a);
    INPUT(int, b);
    INPUT(int, c);
    int *p = table + a, *q = &table[2] + (c & 1);
    int **pp = c ? &p : &q;
    CHECK(**pp);
    **pp = 99;
    CHECK(table[0] + table[1] + table[2] + table[3]);
    *pp = rows[a % 3];
    CHECK(*p + *q);
    CHECK(p - table);
    CHECK(q - p);
    CHECK(p < q);
    CHECK(p == q);
    CHECK(p != 0 && q > p);
    CHECK(p + 1 >= q);
    int *end = table + 6;
    CHECK(end - p);
    CHECK(end[-1 - a]);
    CHECK((char *)end - (char *)p);
    CHECK(*(rows[a % 3] + 1));
    CHECK(rows[a % 3][1]);
    struct node *n = &nodes[0];
    for (int k = 0; k < 2; k++)
        if (k < a) n = n->next;
    CHECK(n->value);
    n->value = b;
    CHECK(nodes[0].value + nodes[1].value * 10 + nodes[2].value * 100);
    CHECK(n->next == 0);
    CHECK(n->next ? n->next->value : -1);
    uintptr_t raw = (uintptr_t)p;
    int *again = (int *)(raw + 4);
    CHECK(*again == p[1]);
    CHECK((int *)raw == p);
    CHECK(((uintptr_t)&table[a] - (uintptr_t)table) / 4);
    int matrix[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) matrix[i][j] = i * 10 + j;
    int (*row)[4] = matrix + a % 3;
    CHECK((*row)[c & 3]);
    matrix[a % 3][c & 3] = b;
    CHECK(row[0][c & 3]);
    CHECK(*(*(matrix + 1) + 2));
    CHECK(&matrix[2][0] - &matrix[0][a]);
    const char *text = "hello\0world";
    CHECK(text[a]);
    CHECK(*(text + 6 + (c & 3)));
    void *any = &matrix[1][1];
    CHECK(*(int *)any);
    int *chosen = a ? &matrix[0][1] : table;
    *chosen += 5;
    CHECK(matrix[0][1] + table[0]);
    return DONE;
}
