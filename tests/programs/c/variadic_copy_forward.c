// va_copy, va_list passed to other functions by value and by address, restarted lists.
#include <stdio.h>
#include <stdarg.h>

static int total(int n, va_list ap) {
    int sum = 0;
    while (n-- > 0) sum += va_arg(ap, int);
    return sum;
}
static int twice(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int first = total(n, ap), second = total(n, copy);
    va_end(copy);
    va_end(ap);
    return first * 1000 + second;
}
static int skip_then_copy(int n, ...) {
    va_list ap, rest;
    va_start(ap, n);
    int first = va_arg(ap, int);
    va_copy(rest, ap);
    int second = va_arg(ap, int), again = va_arg(rest, int);
    va_end(rest);
    va_end(ap);
    return first * 100 + second * 10 + again;
}
static int take(va_list *ap) { return va_arg(*ap, int); }
static int by_address(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = 0;
    for (int i = 0; i < n; i++) r = r * 10 + take(&ap);
    va_end(ap);
    return r;
}
static int restart(int n, ...) {
    va_list ap;
    int r = 0;
    for (int pass = 0; pass < 2; pass++) {
        va_start(ap, n);
        for (int i = 0; i < n; i++) r += va_arg(ap, int) * (pass ? 100 : 1);
        va_end(ap);
    }
    return r;
}
static int format(char *out, int size, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(out, size, fmt, ap);
    va_end(ap);
    return n;
}
static void report(const char *level, const char *fmt, ...) {
    va_list ap;
    printf("[%s] ", level);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    printf("\n");
}

int main(void) {
    printf("%d\n", twice(3, 1, 2, 3));
    printf("%d\n", skip_then_copy(2, 7, 8));
    printf("%d\n", by_address(5, 1, 2, 3, 4, 5));
    printf("%d\n", restart(3, 1, 2, 3));
    char text[20];
    int n = format(text, sizeof text, "%d-%s-%g", 42, "str", 2.5);
    printf("%s %d\n", text, n);
    n = format(text, 6, "%s", "truncated");
    printf("%s %d\n", text, n);
    report("info", "%d %lld %c %.2f %s", 1, 2ll, '3', 4.0, "five");
    report("warn", "nothing");
    return restart(1, 1);
}
