// Compound literals at file scope: static storage, linked structures, function tables.
#include <stdio.h>

struct node { int value; struct node *next; };
static struct node *list = &(struct node){1, &(struct node){2, &(struct node){3, 0}}};
static int *numbers = (int[]){10, 20, 30, 0};
static const char **words = (const char *[]){"alpha", "beta", 0};
static struct node copy = (struct node){9, 0};
static int array[] = {(int){4}, (char){5}};
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
struct op { char sign; int (*apply)(int, int); };
static const struct op *ops = (const struct op[]){{'+', add}, {'-', sub}, {0}};
static int (*matrix)[2] = (int[][2]){{1, 2}, {3, 4}};

static int *count = &(int){100};
static int visits(void) { return (*count)++; }

int main(void) {
    for (struct node *n = list; n; n = n->next) printf("%d ", n->value);
    printf("\n");
    list->next->value = 20;
    printf("%d\n", list->next->value);
    for (int *p = numbers; *p; p++) *p += 1, printf("%d ", *p);
    printf("\n");
    for (const char **w = words; *w; w++) printf("%s ", *w);
    printf("\n");
    printf("%d %d %d\n", copy.value, array[0], array[1]);
    for (const struct op *o = ops; o->sign; o++) printf("%c%d ", o->sign, o->apply(7, 3));
    printf("\n");
    printf("%d\n", matrix[1][0]);
    visits();
    visits();
    printf("%d\n", visits());
    list = list->next;
    return list->next->value;
}
