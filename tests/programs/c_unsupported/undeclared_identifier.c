// expect: 2 undeclared_identifier.c:4:
#include <stdio.h>
int main(void) {
    printf("%d\n", missing_name);
    return 0;
}
