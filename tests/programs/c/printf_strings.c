// printf %s and %c: width, precision, left adjustment, stars, unterminated with precision, %n free.
#include <stdio.h>

int main(void) {
    const char *s = "hello";
    char raw[3] = {'x', 'y', 'z'};
    printf("[%s] [%10s] [%-10s] [%3s]\n", s, s, s, s);
    printf("[%.2s] [%10.2s] [%-10.2s] [%.0s] [%.9s]\n", s, s, s, s, s);
    printf("[%.3s] [%.*s] [%*s]\n", raw, 2, raw, 7, s);
    printf("[%*.*s] [%-*s]\n", 6, 3, s, 8, s);
    printf("[%s] [%5s] [%s]\n", "", "", "tail");
    printf("[%c%c%c]\n", s[0], s[1], 33);
    printf("%s", "no newline, ");
    printf("then one\n");
    printf("%s %s %s %s %s %s %s %s\n", "1", "2", "3", "4", "5", "6", "7", "8");
    printf("tab\tquote\"backslash\\\n");
    int n = printf("%s and %s\n", "this", "that");
    printf("%d\n", n);
    printf("%5c|%-5c|\n", 'r', 'l');
    printf("%s%s%s\n", "a", "", "b");
    fputs("fputs adds nothing", stdout);
    fputc('\n', stdout);
    fprintf(stdout, "%d %s\n", 5, "to stdout");
    putc('p', stdout);
    putchar('\n');
    return n;
}
