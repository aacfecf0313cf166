/* A linked list on the heap, built, reversed and summed: structs, pointers, calls. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *rest = list->next;
        list->next = done;
        done = list;
        list = rest;
    }
    return done;
}

static long sum(const struct node *list) {
    long total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}

int main(void) {
    struct node *list = NULL;
    long total = 0;
    for (int i = 0; i < 1000; i++)
        list = push(list, i);
    for (int i = 0; i < 50; i++) {
        list = reverse(list);
        total += sum(list);
    }
    printf("%ld\n", total);
    while (list) {
        struct node *rest = list->next;
        free(list);
        list = rest;
    }
    return 0;
}
