// Inline assembly with an empty template: compiler barriers, with and without operands.
#include <stdio.h>

#define barrier() __asm__ __volatile__("" ::: "memory")
#define HIDE(x) __asm__("" : "+r"(x))

static int data, ready;

static void publish(int value) {
    data = value;
    barrier();
    ready = 1;
}

int main(void) {
    asm("");
    asm volatile("");
    barrier();
    publish(42);
    barrier();
    if (ready) printf("%d\n", data);
    int x = 5;
    HIDE(x);
    x++;
    printf("%d\n", x);
    __asm__ volatile("" : : "r"(x) : "memory");
    for (int i = 0; i < 3; i++) {
        barrier();
        x += i;
    }
    asm volatile("" : "+m"(x));
    int *p = &x;
    asm volatile("" : : "r"(p) : "memory", "cc");
    printf("%d\n", *p);
    return 7;
}
