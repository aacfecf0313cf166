#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <ctype.h>
#include <stdlib.h>
enum small { A, B = 200 };
enum wide { C = 70000 };
struct s { char c; enum small e; enum wide w; int bits : 5; char d; };
static inline int twice(int x) { return 2 * x; }
enum small global = B;
int main(void)
{
    char c = (char)200, text[] = "\xff\x80z";
    struct s s = { (char)255, B, C, -3, (char)129 };
    printf("%d %d %zu %zu %zu %zu\n", c, c < 0, sizeof(enum small), sizeof(enum wide), sizeof s, offsetof(struct s, d));
    printf("%d %d %d %d %d\n", s.c, s.e, (int)s.w, s.bits, s.d);
    printf("%d %d %d\n", strcmp(text, "a") > 0, memcmp(text, "\x7f", 1) > 0, text[0] > text[2]);
    printf("%zu %zu %d\n", sizeof(wchar_t), sizeof L"ab", L'\xffff' > 0);
    printf("%d %s %d %d\n", twice(global), strchr(text, 'z'), strchr(text, '\xff') == text, toupper('a'));
    char buffer[8]; snprintf(buffer, sizeof buffer, "%c%d", text[0], text[1]); printf("%zu %d\n", strlen(buffer), buffer[0]);
    char *copy = malloc(4); strcpy(copy, text); printf("%d\n", copy[0]); free(copy);
    return 0;
}
