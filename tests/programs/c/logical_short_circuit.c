// && and || evaluate their right side only when needed, yield 0 or 1, and mix with side effects.
#include <stdio.h>

static int calls;
static int yes(int n) { calls++; printf("y%d ", n); return n; }
static int no(int n) { calls++; printf("n%d ", n); return 0; }

int main(void) {
    int r;
    r = yes(1) && yes(2); printf("= %d\n", r);
    r = no(1) && yes(2); printf("= %d\n", r);
    r = yes(3) || yes(4); printf("= %d\n", r);
    r = no(3) || yes(40); printf("= %d\n", r);
    r = no(5) || no(6) || yes(7) || yes(8); printf("= %d\n", r);
    r = yes(1) && no(2) || yes(3) && yes(4); printf("= %d\n", r);
    r = (no(1) || yes(2)) && (yes(3) || no(4)); printf("= %d\n", r);
    r = !(yes(1) && no(2)); printf("= %d\n", r);
    int *null = 0;
    if (null && *null) printf("never\n");
    if (!null || *null) printf("guarded\n");
    int i = 0, array[3] = {1, 1, 0};
    while (i < 3 && array[i]) i++;
    printf("%d\n", i);
    int a = 5, b = 0;
    if (a++ > 4 && b++ == 0) printf("%d %d\n", a, b);
    if (a++ > 100 && b++ == 0) printf("never\n");
    printf("%d %d\n", a, b);
    printf("%d %d %d\n", 0.5 && 2, 0.0 || null, "s" && 1);
    printf("%d\n", (1 && 2) + (0 || 3));
    r = (yes(1), no(2)) || (calls = 100, 0);
    printf("%d %d\n", r, calls);
    return calls;
}
