// Casts between pointers and integers: round trips, alignment bits, tagging, small constants.
#include <stdio.h>
#include <stdint.h>

struct node { int value; struct node *next; };

static struct node *tag(struct node *n) { return (struct node *)((uintptr_t)n | 1); }
static struct node *untag(struct node *n) { return (struct node *)((uintptr_t)n & ~(uintptr_t)1); }
static int tagged(struct node *n) { return (uintptr_t)n & 1; }

int main(void) {
    int a[4] = {1, 2, 3, 4};
    uintptr_t address = (uintptr_t)a;
    int *back = (int *)address;
    printf("%d %d\n", back == a, *back);
    printf("%d\n", *(int *)(address + 2 * sizeof(int)));
    printf("%d\n", (int)((uintptr_t)&a[3] - (uintptr_t)&a[0]));
    printf("%d %d\n", (int)(address % _Alignof(int)), (int)((intptr_t)&a[1] & 3));
    struct node n = {10, 0}, m = {20, tag(&n)};
    printf("%d %d\n", tagged(m.next), tagged(&n));
    printf("%d %d\n", untag(m.next)->value, untag(m.next) == &n);
    void *small = (void *)(intptr_t)42;
    printf("%d %d\n", (int)(intptr_t)small, small != 0);
    void *minus = (void *)(intptr_t)-1;
    printf("%d %d\n", (intptr_t)minus == -1, (uintptr_t)minus == UINTPTR_MAX);
    printf("%d %d\n", (int)(uintptr_t)(void *)0, (int *)0 == (int *)(uintptr_t)0);
    unsigned long bits = (unsigned long)&n;
    struct node *again = (struct node *)bits;
    again->value++;
    printf("%d\n", n.value);
    uintptr_t hash = (uintptr_t)&m ^ (uintptr_t)&n;
    printf("%d\n", (struct node *)(hash ^ (uintptr_t)&n) == &m);
    printf("%d\n", (_Bool)small);
    printf("%d\n", (uintptr_t)&a[1] > (uintptr_t)&a[0]);
    int flag = (intptr_t)small == 42 && !(intptr_t)(void *)0;
    return flag ? (int)(intptr_t)small : 1;
}
