// A floating number that does not fit into an int becomes what x86 makes of it, unless that is looked for.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
int main(void) {
    double d = __VERIFIER_nondet_double();
    __VERIFIER_assume(d == 1);
    int i = (int)(d * 1e10);
    assert(i != -2147483647 - 1);
    return 0;
}
