// strcpy strncpy strcat strncat strlen strnlen strdup strndup: results and padding.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump(const char *b, int n) {
    for (int i = 0; i < n; i++) printf("%c", b[i] ? b[i] : '0');
    printf("\n");
}

int main(void) {
    char b[16];
    memset(b, '#', sizeof b);
    printf("%d\n", strcpy(b, "abc") == b);
    dump(b, 6);
    memset(b, '#', sizeof b);
    strncpy(b, "abc", 6);
    dump(b, 8);
    strncpy(b, "longer text", 4);
    dump(b, 8);
    strcpy(b, "one");
    printf("%s\n", strcat(strcat(b, "+"), "two"));
    strcpy(b, "x");
    strncat(b, "yyyy", 2);
    strncat(b, "z", 10);
    printf("%s %zu\n", b, strlen(b));
    printf("%zu %zu %zu\n", strlen(""), strlen("a\0b"), strnlen("abcdef", 4));
    printf("%zu\n", strnlen("ab", 10));
    char *d = strdup("duplicate");
    d[0] = 'D';
    char *e = strndup(d, 3);
    printf("%s %s\n", d, e);
    free(d);
    free(e);
    printf("%d\n", (int)(stpcpy(b, "stp") - b));
    char big[40] = "";
    for (int i = 0; i < 5; i++) strcat(big, "ab ");
    printf("[%s] %zu\n", big, strlen(big));
    strcpy(b, "shift");
    memmove(b, b + 1, strlen(b));
    printf("%s\n", b);
    return (int)strlen(big);
}
