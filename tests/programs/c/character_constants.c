// Character constants: escapes, octal and hexadecimal, sign, wide, type int.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    printf("%d %d %d %d %d\n", 'a', 'Z', '0', ' ', '~');
    printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
    printf("%d %d %d %d\n", '\\', '\'', '\"', '\?');
    printf("%d %d %d %d\n", '\0', '\7', '\101', '\377');
    printf("%d %d %d\n", '\x41', '\x7f', '\xff');
    printf("%d\n", '\e');
    printf("%d %d\n", (unsigned char)'\xff', '\xff' == (char)255);
    printf("%d %d\n", L'a', L'\x1234');
    printf("%d %d\n", u'\xffff', (int)U'\x12345');
    printf("%d\n", (int)L'\u20ac');
    printf("%d %d %d\n", (int)sizeof 'a', (int)sizeof L'a', (int)sizeof u'a');
    int digits = 0, letters = 0;
    for (const char *p = "a1b22c333"; *p; p++) {
        if (*p >= '0' && *p <= '9') digits += *p - '0';
        else letters += *p - 'a' + 1;
    }
    printf("%d %d\n", digits, letters);
    char c = 'a' + 1;
    c ^= ' ';
    printf("%c%c%c\n", c, c + 1, 'x' - ' ');
    switch (c) {
    case 'B': printf("capital\n"); break;
    case '\x80': printf("never\n"); break;
    }
    return '*';
}
