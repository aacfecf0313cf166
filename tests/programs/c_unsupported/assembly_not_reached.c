// expect: 0
// output: done
#include <stdio.h>
static int fast(int x) {
    __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
int main(int argc, char **argv) {
    (void)argv;
    if (argc > 100) return fast(argc);
    printf("done\n");
    return 0;
}
