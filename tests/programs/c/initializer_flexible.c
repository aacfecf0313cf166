// Static initialization of flexible array members (GNU) and strings in them.
#include <stdio.h>

struct list { int count; int items[]; };
struct text { char kind; char body[]; };
struct records { short n; struct { char c; int v; } r[]; };

static struct list three = {3, {10, 20, 30}};
static struct list none = {0};
static struct text hello = {'h', "hello"};
static struct records recs = {2, {{'a', 1}, {'b', 2}}};
static struct list designated = {.items = {[3] = 4}, .count = 4};

static int sum(const struct list *l) {
    int total = 0;
    for (int i = 0; i < l->count; i++) total += l->items[i];
    return total;
}

int main(void) {
    printf("%d %d %d\n", sum(&three), sum(&none), sum(&designated));
    printf("%c %s\n", hello.kind, hello.body);
    hello.body[0] = 'J';
    printf("%s\n", hello.body);
    for (int i = 0; i < recs.n; i++) printf("%c%d ", recs.r[i].c, recs.r[i].v);
    printf("\n");
    three.items[1] = -20;
    printf("%d\n", sum(&three));
    static struct list inside = {2, {7, 8}};
    inside.items[0]++;
    printf("%d %zu\n", sum(&inside), sizeof inside);
    return sum(&three);
}
