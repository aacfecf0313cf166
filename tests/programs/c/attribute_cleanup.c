// GNU cleanup attribute: functions called at scope exit in reverse order, also by break, goto and return.
#include <stdio.h>

static void leave(int *p) { printf("leave %d\n", *p); }
static void release(char **p) { printf("release %s\n", *p); }
#define SCOPED __attribute__((cleanup(leave)))

static int early(int n) {
    SCOPED int a = 1;
    if (n) { SCOPED int b = 2; return a + b; }
    SCOPED int c = 3;
    a = 10;
    return c;
}

int main(void) {
    printf("%d\n", early(1));
    printf("%d\n", early(0));
    for (int i = 0; i < 3; i++) {
        SCOPED int loop = 100 + i;
        if (i == 0) continue;
        if (i == 1) break;
    }
    {
        char *text __attribute__((cleanup(release))) = "text";
        SCOPED int inner = 5;
        goto out;
    }
out:
    {
        SCOPED int x = 1;
        x = 2;
    }
    printf("end\n");
    SCOPED int last = 9;
    return last;
}
