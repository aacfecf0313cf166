// argc and argv: values, order, terminating null, modification of the strings.
// args: first second-argument 42 -x --long=value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) printf("%d %s %zu\n", i, argv[i], strlen(argv[i]));
    printf("%d %d\n", argv[argc] == NULL, argv[0] != NULL);
    int options = 0;
    for (char **p = argv + 1; *p; p++)
        if (**p == '-') options++;
    printf("%d\n", options);
    int number = 0;
    for (const char *p = argv[3]; *p; p++) number = number * 10 + (*p - '0');
    printf("%d\n", number);
    char *equals = strchr(argv[5], '=');
    *equals++ = 0;
    printf("%s %s\n", argv[5], equals);
    argv[1][0] = 'F';
    printf("%s\n", argv[1]);
    argv++;
    argc--;
    printf("%s %s\n", argv[0], argv[argc - 1]);
    return number;
}
