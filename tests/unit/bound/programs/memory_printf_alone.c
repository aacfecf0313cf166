#include <stdio.h>
int x;
int main(void) {
    x = 1;
    printf("abc%n\n", &x);
    assert(x == 1); // fails
    assert(x == 3);
    printf("%d\n", x);
    assert(x == 3);
    return 0;
}
