// Inline assembly that only orders memory or hints at waiting: under sequential consistency it does nothing.
#include <stdio.h>

#define full_fence() __asm__ __volatile__("mfence" ::: "memory")
#define cpu_relax() __asm__ __volatile__("rep; nop" ::: "memory")

static int data, ready;

int main(void) {
    data = 42;
    full_fence();
    ready = 1;
    asm volatile("lfence\n\tsfence" ::: "memory");
    while (!ready) cpu_relax();
    __asm__ volatile("pause");
    int kept = 5;
    __asm__ volatile("mfence" : "+m"(kept) : : "memory");
    asm("nop; nop");
#ifdef __x86_64__
    asm volatile("lock; orl $0, (%%rsp)" ::: "memory", "cc");
    asm volatile("lock addl $0x0,0(%%rsp)" ::: "memory", "cc");
#else
    asm volatile("lock; addl $0,0(%%esp)" ::: "memory", "cc");
#endif
    printf("%d %d %d\n", data, ready, kept);
    return 9;
}
