// Static locals: kept between calls, one per block, initialized once, arrays and structures, recursion.
#include <stdio.h>

static int counter(void) { static int n; return ++n; }
static int seeded(int step) { static int n = 100; n += step; return n; }
static char *buffer(int i) {
    static char text[] = "slot 0";
    text[5] = '0' + i;
    return text;
}
static int blocks(int which) {
    if (which) { static int n = 10; return n++; }
    else { static int n = 20; return n++; }
}
static int depth(int n) {
    static int deepest;
    if (n > deepest) deepest = n;
    return n > 4 ? deepest : depth(n + 1);
}
static unsigned next_random(void) {
    static unsigned state = 12345;
    return state = state * 1103515245u + 12345u;
}
static int *cell(void) { static int values[3] = {7, 8, 9}; return values; }
static struct { int calls; } *stats(void) { static struct { int calls; } s = {5}; s.calls++; return (void *)&s; }
static int remember(int value) {
    static int previous = -1;
    int old = previous;
    previous = value;
    return old;
}

int main(void) {
    counter();
    counter();
    printf("%d\n", counter());
    printf("%d ", seeded(1));
    printf("%d ", seeded(10));
    printf("%d\n", seeded(-50));
    char *a = buffer(1), *b = buffer(2);
    printf("%s %d\n", a, a == b);
    blocks(0); blocks(1); blocks(1);
    printf("%d ", blocks(0));
    printf("%d\n", blocks(1));
    printf("%d\n", depth(0));
    for (int i = 0; i < 4; i++) printf("%u ", next_random() >> 16);
    printf("\n");
    cell()[1] += 100;
    printf("%d %d\n", cell()[0], cell()[1]);
    stats();
    printf("%d\n", *(int *)stats());
    remember(3);
    printf("%d\n", remember(4));
    for (int i = 0; i < 3; i++) { static int kept = 1; kept *= 3; printf("%d ", kept); }
    printf("\n");
    static int self_size = sizeof(self_size);
    return counter() + self_size;
}
