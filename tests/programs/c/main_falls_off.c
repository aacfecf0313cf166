// main reaching its closing brace returns zero; functions falling off without their value being used.
#include <stdio.h>

static int count;
static int maybe(int n) {
    count++;
    if (n) return 5;
}
static void nothing(void) {
    count++;
    return;
    count = 100;
}
static void empty(void) { }
static void early(int n) {
    if (n) return;
    printf("not early\n");
}

int main(void) {
    maybe(0);
    printf("%d\n", maybe(1));
    nothing();
    empty();
    early(1);
    early(0);
    printf("%d\n", count);
}
