// strchr strrchr strstr strspn strcspn strpbrk memchr strtok strtok_r: positions and misses.
#include <stdio.h>
#include <string.h>

#define AT(s, call) ({ const char *_r = (call); _r ? (int)(_r - (s)) : -1; })

int main(void) {
    const char *s = "the cat sat on the mat";
    printf("%d %d %d %d\n", AT(s, strchr(s, 'c')), AT(s, strchr(s, 't')), AT(s, strchr(s, 'z')), AT(s, strchr(s, 0)));
    printf("%d %d %d\n", AT(s, strrchr(s, 't')), AT(s, strrchr(s, 'z')), AT(s, strrchr(s, 0)));
    printf("%d %d %d %d\n", AT(s, strstr(s, "at")), AT(s, strstr(s, "the m")), AT(s, strstr(s, "dog")), AT(s, strstr(s, "")));
    printf("%d %d\n", AT(s, strstr(s, "aat")) < 0, AT(s, strstr(s, "matt")));
    printf("%zu %zu %zu\n", strspn("123abc", "0123456789"), strspn("abc", "xyz"), strspn("aaa", "a"));
    printf("%zu %zu\n", strcspn("hello world", " "), strcspn("hello", "xyz"));
    printf("%d %d\n", AT(s, strpbrk(s, "aeiou")), AT(s, strpbrk(s, "xyz")));
    printf("%d %d\n", AT(s, memchr(s, 's', 22)), AT(s, memchr(s, 's', 5)));
    printf("%d\n", AT(s, memchr(s, 0, 23)));
    char line[] = "  one, two,,three  ";
    int n = 0;
    for (char *t = strtok(line, " ,"); t; t = strtok(NULL, " ,")) printf("%d:%s ", ++n, t);
    printf("\n");
    char outer[] = "a=1;b=2", *so, *si;
    for (char *p = strtok_r(outer, ";", &so); p; p = strtok_r(NULL, ";", &so)) {
        char *key = strtok_r(p, "=", &si), *value = strtok_r(NULL, "=", &si);
        printf("%s->%s ", key, value);
    }
    printf("\n");
    int count = 0;
    for (const char *p = s; (p = strstr(p, "at")); p++) count++;
    printf("%d\n", count);
    return (int)strcspn(s, "m");
}
