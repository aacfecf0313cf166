// Memory from alloca, that of the calling function, kept across blocks and loops, released at return.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { int value; struct node *next; };

static int list_sum(int n) {
    struct node *head = 0;
    for (int i = 1; i <= n; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    int sum = 0;
    for (; head; head = head->next) sum += head->value;
    return sum;
}
static int reversed(const char *s, char *out) {
    int n = (int)strlen(s);
    char *t = alloca(n + 1);
    for (int i = 0; i < n; i++) t[i] = s[n - 1 - i];
    t[n] = 0;
    strcpy(out, t);
    return n;
}
static int depth(int n) {
    int *cell = __builtin_alloca(sizeof *cell);
    *cell = n;
    int below = n ? depth(n - 1) : 0;
    return below + *cell;
}

int main(void) {
    printf("%d %d\n", list_sum(10), list_sum(100));
    char text[20];
    int n = reversed("alloca", text);
    printf("%s %d\n", text, n);
    printf("%d\n", depth(30));
    char *kept;
    {
        kept = alloca(8);
        strcpy(kept, "kept");
    }
    int *array = alloca(5 * sizeof *array);
    for (int i = 0; i < 5; i++) array[i] = i;
    printf("%s %d\n", kept, array[4]);
    int total = 0;
    for (int i = 0; i < 200; i++) total += list_sum(3);
    printf("%d\n", total);
    return n;
}
