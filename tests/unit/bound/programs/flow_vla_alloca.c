#include <alloca.h>
int f(int n) {
    int a[n];
    int *b = alloca(n * sizeof(int));
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    return a[n - 1] + b[n - 1];
}
int main(void) {
    int r = f(2) + f(3);
    assert(r == 9);
    assert(r != 9); // fails
    return 0;
}
