/* no race: the section gets to its second access only after main has written both */
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
_Atomic(int *) p;
int x, y;

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    *p = 1;
    y = 1;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    y = 2;
    p = &x;
    return 0;
}
