#include <stdarg.h>
int sum(int n, ...) {
    va_list l;
    va_start(l, n);
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(l, int);
    va_end(l);
    return s;
}
int main(void) {
    assert(sum(3, 1, 2, 3) == 6 && sum(0) == 0);
    assert(sum(2, 5, 6) != 11); // fails
    return 0;
}
