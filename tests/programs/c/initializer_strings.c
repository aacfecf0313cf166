// Strings as array initializers: exact fit, padding, truncated terminator, braces, pointers.
#include <stdio.h>
#include <string.h>

static char exact[5] = "hello", padded[8] = "hi", sized[] = "sized", braced[] = {"braced"};
static char table[][6] = {"alpha", "beta", "pi"};
static const char *pointers[] = {"one", "two", "three"};
struct named { char name[4]; const char *text; };
static struct named list[] = {{"abc", "x"}, {"abcd", "y"}, {{'q'}, "z"}};

int main(void) {
    printf("%.5s %s %s %s\n", exact, padded, sized, braced);
    printf("%zu %zu %zu\n", sizeof exact, sizeof sized, sizeof braced);
    printf("%d %d\n", padded[2], padded[7]);
    for (int i = 0; i < 3; i++) printf("%s/%s ", table[i], pointers[i]);
    printf("\n%d %d\n", table[2][2], table[2][5]);
    for (int i = 0; i < 3; i++) printf("%.4s %s ", list[i].name, list[i].text);
    printf("\n");
    char local[] = "local", copy[10] = "xyz";
    local[0] = 'L';
    for (int i = 0; i < 2; i++) {
        char fresh[] = "fresh";
        printf("%s ", fresh);
        fresh[0] = '#';
        printf("%s ", fresh);
    }
    printf("%s %s %d\n", local, copy, copy[9]);
    char embedded[] = "a\0b\0c";
    printf("%zu %zu %c\n", sizeof embedded, strlen(embedded), embedded[4]);
    char joined[] = "con" "cat" "enated";
    printf("%s %zu\n", joined, sizeof joined);
    unsigned char bytes[] = "\xff\x80\x01";
    signed char sbytes[] = "\xff\x80\x01";
    printf("%d %d %d %d\n", bytes[0], bytes[1], sbytes[0], sbytes[1]);
    char empty[] = "", zero[3] = "";
    printf("%zu %d %d\n", sizeof empty, zero[0], zero[2]);
    char *p = &(char[]){"compound"}[3];
    *p = 'P';
    printf("%s\n", p);
    return (int)strlen(table[0]);
}
