// strcmp strncmp memcmp strcasecmp: signs, prefixes, unsigned comparison of bytes.
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    const char *words[] = {"", "a", "ab", "abc", "abd", "b", "B", "\xff"};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) printf("%2d", sign(strcmp(words[i], words[j])));
        printf("\n");
    }
    printf("%d %d %d\n", sign(strncmp("abcdef", "abcxyz", 3)), sign(strncmp("abcdef", "abcxyz", 4)), strncmp("a", "b", 0));
    printf("%d %d\n", sign(strncmp("ab", "abc", 5)), sign(strncmp("abc", "ab", 5)));
    printf("%d\n", strncmp("ab\0x", "ab\0y", 4));
    printf("%d %d %d\n", sign(memcmp("ab\0x", "ab\0y", 4)), memcmp("same", "same", 4), sign(memcmp("\x80", "\x7f", 1)));
    printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strcasecmp("abc", "ABD")));
    printf("%d %d\n", strncasecmp("HELlo", "helP", 3), sign(strncasecmp("HELlo", "helP", 4)));
    int a[3] = {1, 2, 3}, b[3] = {1, 2, 4};
    printf("%d %d\n", memcmp(a, b, 2 * sizeof *a), sign(memcmp(a, b, sizeof a)));
    printf("%d\n", memcmp("x", "y", 0));
    return sign(strcmp("z", "y")) + 30;
}
