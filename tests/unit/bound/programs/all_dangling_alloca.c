// bounds: all=1
#include <alloca.h>
int *p;
void f(int n) {
    p = alloca(n * 4);
    *p = 2;
}
int main(void) {
    f(2);
    *p = 3; // fails
    return 0;
}
