// expect: 10 bounds_string.c:5:
#include <string.h>
int main(void) {
    char small[4];
    strcpy(small, "too long for it");
    return small[0];
}
