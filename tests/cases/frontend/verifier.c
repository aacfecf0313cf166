// flags: show
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
int x;
void __VERIFIER_atomic_swap(int *p, int v) { int old = *p; *p = v; x = old; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0);
    __VERIFIER_atomic_begin();
    x = n;
    x++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_swap(&x, 4);
    assert(x > 1);
    if (x == 3) { ERROR: reach_error(); }
    return 0;
}
// output
// int x  // verifier.c:7:5
//
// void __VERIFIER_atomic_swap(int *p, int v)  // verifier.c:8:6
// {
//     register int old
//     begin atomic                            // 8:41
//     old = *p                                // 8:50
//     *p = v                                  // 8:60
//     x = old                                 // 8:68
//     end atomic                              // 8:44
//     return
// }
//
// int main(void)                     // verifier.c:9:5
// {
//     register int n, t3
//     n = input(n)                   // 10:13
//     assume (n > 0)                 // 11:5
//     begin atomic                   // 12:5
//     x = n                          // 13:5
//     t3 = x + 1                     // 14:5
//     x = t3
//     end atomic                     // 15:5
//     __VERIFIER_atomic_swap(&x, 4)  // 16:5
//     if (x > 1) goto end.2          // 17:5
//     assert (0) else reach: "assertion violated: x > 1"
//     exit process (134)
// end.2:
//     if (x != 3) goto end.3         // 18:9
//     assert (0) else reach: "label ERROR is reached"  // 18:19
//     assert (0) else reach: "reach_error() is reached"  // 18:26
// end.3:
//     return 0                       // 19:5
// }
