// Pointers to pointers, arrays of pointers, swapping through them, list surgery.
#include <stdio.h>

struct node { int key; struct node *next; };

static void swap(const char **a, const char **b) { const char *t = *a; *a = *b; *b = t; }
static void insert(struct node **at, struct node *n) {
    while (*at && (*at)->key < n->key) at = &(*at)->next;
    n->next = *at;
    *at = n;
}
static void delete(struct node **at, int key) {
    for (; *at; at = &(*at)->next)
        if ((*at)->key == key) { *at = (*at)->next; return; }
}
static void print(const struct node *n) {
    for (; n; n = n->next) printf("%d ", n->key);
    printf("\n");
}

int main(void) {
    const char *words[] = {"delta", "alpha", "charlie", "bravo", 0};
    for (int i = 0; words[i]; i++)
        for (int j = i + 1; words[j]; j++)
            if (words[j][0] < words[i][0]) swap(&words[i], &words[j]);
    for (const char **w = words; *w; w++) printf("%s ", *w);
    printf("%c%c\n", **words, *(*(words + 1) + 1));
    struct node nodes[5] = {{30, 0}, {10, 0}, {50, 0}, {20, 0}, {40, 0}}, *head = 0;
    for (int i = 0; i < 5; i++) insert(&head, &nodes[i]);
    print(head);
    delete(&head, 10);
    delete(&head, 40);
    delete(&head, 99);
    print(head);
    int x = 1, y = 2, *p = &x, **pp = &p, ***ppp = &pp;
    **pp = 5;
    **ppp = &y;
    ***ppp = 6;
    printf("%d %d %d\n", x, y, *p);
    int *rows[3], cells[6] = {1, 2, 3, 4, 5, 6};
    for (int i = 0; i < 3; i++) rows[i] = &cells[2 * i];
    rows[1][1] = 40;
    printf("%d %d %d\n", rows[2][0], cells[3], *rows[0]);
    return ***ppp;
}
