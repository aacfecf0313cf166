// exit called deep inside runs the handlers; _Exit does not.
#include <stdio.h>
#include <stdlib.h>

static int level;
static void inner(void) {
    printf("inner %d\n", level);
    fflush(stdout);
    _Exit(level + 40);
}
static void never(void) { printf("never\n"); }
static void outer(void) { printf("outer %d\n", level++); }
static void deep(int n) {
    if (n == 0) exit(9);
    level++;
    deep(n - 1);
}

int main(void) {
    atexit(never);
    atexit(inner);
    atexit(outer);
    deep(3);
    return 1;
}
