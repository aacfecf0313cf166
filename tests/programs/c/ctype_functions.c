// ctype.h: classification and case conversion over the ASCII range.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int counts[10] = {0};
    for (int c = 0; c < 128; c++) {
        counts[0] += !!isalpha(c);
        counts[1] += !!isdigit(c);
        counts[2] += !!isalnum(c);
        counts[3] += !!isspace(c);
        counts[4] += !!isupper(c);
        counts[5] += !!islower(c);
        counts[6] += !!ispunct(c);
        counts[7] += !!isprint(c);
        counts[8] += !!isxdigit(c);
        counts[9] += !!iscntrl(c);
    }
    for (int i = 0; i < 10; i++) printf("%d ", counts[i]);
    printf("\n");
    const char *text = "Hello, World 123";
    for (const char *p = text; *p; p++) putchar(toupper((unsigned char)*p));
    putchar('\n');
    for (const char *p = text; *p; p++) putchar(tolower((unsigned char)*p));
    putchar('\n');
    int words = 0, inside = 0;
    for (const char *p = text; *p; p++) {
        if (isalpha((unsigned char)*p)) { if (!inside) words++; inside = 1; }
        else inside = 0;
    }
    printf("%d %d %d\n", words, toupper('1'), !!isspace('\t'));
    return words;
}
