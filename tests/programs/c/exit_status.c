// exit from a nested call: the status, pending output and nothing after it.
#include <stdio.h>
#include <stdlib.h>

static int depth;

static void descend(int n) {
    depth++;
    int local[4] = {n, n, n, n};
    if (n == 0) {
        printf("exiting at depth %d", depth);
        exit(300 + 7 + local[3]);
    }
    descend(n - 1);
    printf("never\n");
}

int main(void) {
    printf("start\n");
    for (int i = 0; i < 3; i++) {
        if (i == 2) descend(5);
        printf("%d\n", i);
    }
    printf("never\n");
    return 1;
}
