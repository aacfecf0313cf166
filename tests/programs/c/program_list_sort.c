// Linked lists: merge sort, insertion sort, reversal, stable order, removal of duplicates.
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    int key, order;
    struct node *next;
} node;

typedef int (*compare)(const node *, const node *);

static int comparisons;

static int ascending(const node *a, const node *b) {
    comparisons++;
    return (a->key > b->key) - (a->key < b->key);
}

static int by_last_digit(const node *a, const node *b) {
    return a->key % 10 - b->key % 10;
}

static node *push(node *head, int key, int order) {
    node *n = malloc(sizeof *n);
    n->key = key;
    n->order = order;
    n->next = head;
    return n;
}

static node *reverse(node *head) {
    node *result = NULL;
    while (head) {
        node *next = head->next;
        head->next = result;
        result = head;
        head = next;
    }
    return result;
}

static node *merge(node *a, node *b, compare order) {
    node start, *tail = &start;
    while (a && b) {
        node **smaller = order(a, b) <= 0 ? &a : &b;
        tail = tail->next = *smaller;
        *smaller = (*smaller)->next;
    }
    tail->next = a ? a : b;
    return start.next;
}

static node *merge_sort(node *head, compare order) {
    if (!head || !head->next)
        return head;
    node *slow = head, *fast = head->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    node *second = slow->next;
    slow->next = NULL;
    return merge(merge_sort(head, order), merge_sort(second, order), order);
}

static node *insertion_sort(node *head, compare order) {
    node *sorted = NULL;
    while (head) {
        node *n = head, **at = &sorted;
        head = head->next;
        while (*at && order(*at, n) <= 0)
            at = &(*at)->next;
        n->next = *at;
        *at = n;
    }
    return sorted;
}

static node *unique(node *head) {
    for (node *n = head; n;) {
        node *next = n->next;
        if (next && next->key == n->key) {
            n->next = next->next;
            free(next);
        } else {
            n = next;
        }
    }
    return head;
}

static void print(const char *title, const node *n) {
    printf("%s:", title);
    for (; n; n = n->next)
        printf(" %d", n->key);
    printf("\n");
}

static int is_stable(const node *n) {
    for (; n && n->next; n = n->next)
        if (n->key % 10 == n->next->key % 10 && n->order > n->next->order)
            return 0;
    return 1;
}

int main(void) {
    unsigned state = 7;
    node *list = NULL;
    for (int i = 0; i < 24; i++) {
        state = state * 1664525u + 1013904223u;
        list = push(list, (int)(state >> 24) % 50, 24 - i);
    }
    print("built", list);
    list = merge_sort(list, by_last_digit);
    print("digits", list);
    printf("stable %d\n", is_stable(list));
    list = merge_sort(list, ascending);
    print("sorted", list);
    printf("%d comparisons\n", comparisons);
    list = reverse(list);
    print("reversed", list);
    comparisons = 0;
    list = insertion_sort(list, ascending);
    print("again", list);
    printf("%d comparisons\n", comparisons);
    list = unique(list);
    print("unique", list);
    int length = 0;
    while (list) {
        node *next = list->next;
        free(list);
        list = next;
        length++;
    }
    return length;
}
