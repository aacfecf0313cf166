#include <stdio.h>
char b[8];
int main(void) {
    char l[8];
    l[0] = 'a';
    b[0] = 'q';
    sprintf(b, "%d", 42);
    snprintf(l, 8, "%s", "xy");
    assert(b[0] == '4' && b[1] == '2' && b[2] == 0 && l[0] == 'x');
    assert(l[0] != 'x'); // fails
    return 0;
}
