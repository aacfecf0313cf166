// String literals: every escape, octal and hexadecimal runs, line continuation, comments nearby.
#include <stdio.h>
#include <string.h>

static void codes(const char *s, int n) {
    for (int i = 0; i < n; i++) printf("%d ", (unsigned char)s[i]);
    printf("\n");
}

int main(void) {
    codes("\a\b\f\n\r\t\v\\\'\"\?", 11);
    codes("\0\1\12\123\1234", 6);
    codes("\x1\xA\xfF", 4);
    codes("\x41" "B\103" "4", 5);
    codes("a\
b", 3);
    codes("tab	tab", 8);
    codes("// not a comment /* either */", 5);
    codes("\e[0m", 4);
    codes("\u00e9\u20ac\U0001F600", 10);
    codes("é", 3);
    printf("%zu %zu %zu\n", sizeof "\0", sizeof "\x41\x42", sizeof "\\n");
    printf("percent %% done\n");
    printf("quote \" and 'single'\n");
    printf("%s\n", "first\tsecond");
    printf("%zu\n", strlen("ab\0cd"));
    printf("%s\n", "ab\0cd" + 3);
    printf("%c%c\n", "\"'"[0], '\'');
    printf("??" "/\n");
    puts("a" /* between */ "b" // after
         "c");
    return "\x7f"[0] & 0x1F;
}
