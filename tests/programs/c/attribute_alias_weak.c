// Second names for functions and variables; functions that nobody defines
#include <stdio.h>

static int original(void) { return 3; }
int renamed(void) __attribute__((alias("original")));
static int cell = 4;
extern int view __attribute__((alias("cell")));
extern int missing(void) __attribute__((weak));
int weak_but_here(void) __attribute__((weak));
int weak_but_here(void) { return 6; }
int implementation(void) { return 8; }
int declared(void) __asm__("implementation");

int main(void)
{
    view++;
    printf("%d %d %d %d\n", renamed(), cell, weak_but_here(), declared());
    return missing ? missing() : 7;
}
