// puts, putchar, fputs, fputc, putc, fwrite and fflush on standard output; their results.
#include <stdio.h>

static void number(unsigned n) {
    if (n >= 10) number(n / 10);
    putchar('0' + n % 10);
}

int main(void) {
    puts("puts adds a newline");
    puts("");
    for (char c = 'a'; c <= 'e'; c++) putchar(c);
    int r = putchar('\n');
    printf("%d\n", r);
    number(90210);
    putchar('\n');
    r = putchar(256 + 'A');
    printf(" %d\n", r);
    r = puts("result") >= 0;
    printf("%d\n", r);
    fputs("fputs\n", stdout);
    fputc('c', stdout);
    putc('\n', stdout);
    size_t n = fwrite("fwrite\n", 1, 7, stdout);
    printf("%zu\n", n);
    fflush(stdout);
    printf("no newline at the end");
    return r + 8;
}
