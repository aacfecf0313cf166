// Recursion twenty thousand calls deep, which fits the usual stack of eight megabytes many times over.
#include <stdio.h>

struct link { int value; const struct link *up; };

static int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }
static int chain(int n, const struct link *up) {
    struct link here = {n & 1, up};
    if (n > 0) return chain(n - 1, &here);
    int odd = 0;
    for (const struct link *l = &here; l; l = l->up) odd += l->value;
    return odd;
}
static int ping(int n);
static int pong(int n) { return n <= 0 ? 1 : 1 + ping(n - 1); }
static int ping(int n) { return n <= 0 ? 2 : 1 + pong(n - 1); }

int main(void) {
    printf("%d\n", count(20000));
    printf("%d\n", chain(10001, 0));
    printf("%d\n", ping(15000));
    return count(77);
}
