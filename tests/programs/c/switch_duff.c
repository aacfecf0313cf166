// Duff's device and other cases inside loops and branches within a switch.
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}
static int generator(int *state) {
    static int i;
    switch (*state) {
    case 0:
        for (i = 0; i < 3; i++) {
            *state = 1;
            return i * i;
    case 1:;
        }
    }
    *state = 0;
    return -1;
}
static int odd(int x, int y) {
    int r = 0;
    switch (x)
        if (y) {
    case 1: r += 1;
        } else {
    case 2: r += 10;
        }
    return r;
}
static int in_while(int x) {
    int r = 0, n = 3;
    switch (x) while (n > 0) {
    case 5: r += 5;
    default: r += 1; n--;
    }
    return r;
}

int main(void) {
    const char *text = "the quick brown fox jumps over it";
    for (int n = 1; n <= 33; n += 8) {
        char out[40];
        memset(out, 0, sizeof out);
        copy(out, text, n);
        printf("[%s]\n", out);
    }
    char out[40] = {0};
    copy(out, text, 16);
    printf("[%s]\n", out);
    int state = 0;
    for (int i = 0; i < 6; i++) printf("%d ", generator(&state));
    printf("\n");
    printf("%d %d %d %d\n", odd(1, 0), odd(2, 1), odd(3, 1), odd(1, 1));
    printf("%d %d\n", in_while(5), in_while(0));
    return (int)strlen(out);
}
