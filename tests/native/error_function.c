#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {}
static int x, y;
static void *work(void *unused) { x = __VERIFIER_nondet_int(); y = 1; return unused; }
int main(void)
{
    pthread_t t;
    int limit = __VERIFIER_nondet_int();
    __VERIFIER_assume(limit > 10);
    pthread_create(&t, 0, work, 0);
    if (y == 1 && x > limit + 5)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
