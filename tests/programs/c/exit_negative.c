// main returning a negative value: only the low eight bits reach the caller.
#include <stdio.h>

static int nested(int n) {
    while (1) {
        for (;;) {
            if (n-- < 0) return n;
        }
    }
}

static int result(void) {
    int n = nested(3);
    printf("%d\n", n);
    return n;
}

int main(void) {
    int n = result();
    printf("%d\n", n * 2);
    printf("%d\n", (unsigned char)n);
    return n;
}
