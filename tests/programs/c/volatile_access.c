// volatile objects, pointers to volatile, members, and arrays, in every kind of expression.
#include <stdio.h>

static volatile int global = 3;
static volatile struct { int a; volatile char b[4]; } object = {1, "abc"};
static int plain = 5;
static volatile unsigned char reg;

static int twice(volatile int *p) { int first = *p; return first + *p; }
static void wait(volatile int *flag) { while (*flag > 0) --*flag; }

int main(void) {
    volatile int local = 10;
    local += global;
    local++;
    --local;
    printf("%d\n", local);
    printf("%d\n", twice(&global));
    volatile int *p = &plain;
    *p = *p * 2;
    printf("%d %d\n", plain, *p);
    int *volatile q = &plain;
    q[0]++;
    printf("%d\n", *q);
    object.a = object.b[1];
    object.b[0] = 'X';
    printf("%d %c\n", object.a, object.b[0]);
    wait(&local);
    printf("%d\n", local);
    local;
    (void)global;
    *p;
    volatile double d = 0.1;
    d *= 3;
    printf("%.17g\n", d);
    reg = 0xF0;
    reg |= 0x0F;
    reg++;
    printf("%d\n", reg);
    const volatile int cv = 12;
    printf("%d\n", cv);
    volatile int array[4] = {1, 2, 3, 4};
    int sum = 0;
    for (volatile int i = 0; i < 4; i++) sum += array[i];
    printf("%d\n", sum);
    int chain = local = 6;
    printf("%d\n", chain);
    for (volatile long k = 0; k < 10; k += 3) ;
    if (local && !reg) printf("done\n");
    return cv;
}
