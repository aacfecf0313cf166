// Functions that run before main, and after it in the opposite order
#include <stdio.h>
#include <stdlib.h>

static int ready;

__attribute__((destructor)) static void last(void) { puts("last"); }
__attribute__((destructor)) static void second_last(void) { puts("second last"); }
__attribute__((destructor(200))) static void after_all(void) { puts("after all"); }
static void registered(void) { puts("registered"); }
__attribute__((constructor)) static void prepare(void)
{
    ready = 5;
    atexit(registered);
    puts("prepare");
}
__attribute__((constructor(150))) void early(void);
void early(void) { printf("early %d\n", ready); }

int main(void)
{
    printf("main %d\n", ready);
    exit(ready);
}
