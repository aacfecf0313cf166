// Handlers given to atexit run in reverse order of registration, after main returns, also one registered twice.
#include <stdio.h>
#include <stdlib.h>

static int shared = 1;
static void first(void) { printf("first %d\n", shared++); }
static void second(void) { printf("second %d\n", shared++); }
static void third(void) { printf("third %d\n", shared++); }
static void registers_more(void) {
    printf("registering\n");
    atexit(third);
}

int main(void) {
    printf("%d\n", atexit(first));
    atexit(second);
    atexit(second);
    atexit(registers_more);
    shared = 10;
    printf("main ends\n");
    if (shared == 10)
        return 22;
    return 23;
}
