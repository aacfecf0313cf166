// sprintf and snprintf: contents, returned lengths, truncation, zero size, repeated appends.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[32];
    memset(buffer, '#', sizeof buffer);
    int n = sprintf(buffer, "%d-%s", 42, "abc");
    printf("%s %d %c\n", buffer, n, buffer[n + 1]);
    n = snprintf(buffer, 5, "%s", "truncated text");
    printf("%s %d %zu\n", buffer, n, strlen(buffer));
    n = snprintf(buffer, 1, "%d", 12345);
    printf("[%s] %d\n", buffer, n);
    buffer[0] = '!';
    n = snprintf(buffer, 0, "%d", 12345);
    printf("%c %d\n", buffer[0], n);
    n = snprintf(NULL, 0, "%s %d %.2f", "length", 10, 1.5);
    printf("%d\n", n);
    n = snprintf(buffer, 6, "%s", "exact");
    printf("%s %d\n", buffer, n);
    int used = 0;
    for (int i = 0; i < 5; i++) used += sprintf(buffer + used, "%d,", i * i);
    printf("%s %d\n", buffer, used);
    char small[8];
    unsigned position = 0;
    for (int i = 0; i < 5 && position < sizeof small; i++) position += snprintf(small + position, sizeof small - position, "<%d>", i);
    printf("%s %u\n", small, position);
    n = sprintf(buffer, "%s", "");
    printf("[%s] %d\n", buffer, n);
    n = sprintf(buffer, "%c%c%c", 'a', 0, 'b');
    printf("%s %d %c\n", buffer, n, buffer[2]);
    sprintf(buffer, "%5.1f|%-6x|%03o", 2.25, 255, 8);
    printf("%s\n", buffer);
    n = snprintf(buffer, sizeof buffer, "%*s", 40, "wide");
    printf("%d %zu [%s]\n", n, strlen(buffer), buffer);
    return n;
}
