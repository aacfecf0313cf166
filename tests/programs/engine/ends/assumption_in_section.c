/* no race: the section exists only after main has written */
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
atomic_int a;
int y;

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(a);
    y = 1;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    y = 2;
    a = 1;
    return 0;
}
