// Variable length arrays in one dimension: size at run time, scope, sizeof, element types.
#include <stdio.h>

static int primes(int limit) {
    char composite[limit + 1];
    int count = 0;
    for (int i = 0; i <= limit; i++) composite[i] = 0;
    for (int i = 2; i <= limit; i++) {
        if (composite[i]) continue;
        count++;
        for (int j = 2 * i; j <= limit; j += i) composite[j] = 1;
    }
    return count;
}
static double average(int n) {
    double values[n];
    for (int i = 0; i < n; i++) values[i] = i * 1.5;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += values[i];
    return sum / (sizeof values / sizeof values[0]);
}
static int recursive(int n) {
    if (n == 0) return 0;
    int local[n];
    for (int i = 0; i < n; i++) local[i] = n;
    int below = recursive(n - 1), total = below;
    for (int i = 0; i < n; i++) total += local[i];
    return total;
}

int main(void) {
    printf("%d %d %d\n", primes(10), primes(100), primes(2));
    printf("%g %g\n", average(1), average(9));
    printf("%d\n", recursive(6));
    for (int n = 1; n <= 4; n++) {
        struct { char c; short s; } items[n * 2];
        for (int i = 0; i < n * 2; i++) items[i].c = 'a' + i, items[i].s = i * n;
        printf("%zu %c %d\n", sizeof items, items[2 * n - 1].c, items[n].s);
    }
    int n = 3;
    int fixed[n];
    n = 10;
    printf("%zu\n", sizeof fixed / sizeof *fixed);
    int *names[n];
    for (int i = 0; i < n; i++) names[i] = &fixed[i % 3];
    for (int i = 0; i < n; i++) *names[i] = i;
    printf("%d %d %d\n", fixed[0], fixed[1], fixed[2]);
    return primes(50);
}
