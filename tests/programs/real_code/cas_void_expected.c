// cause: the expected value of a built-in compare-and-exchange given as void *: exit code 2
// expect: no bug found
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>

static int counter;

static void *add(void *unused)
{
    int seen = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
#ifdef BUG
    __atomic_compare_exchange_n(&counter, (void *)&seen, seen + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#else
    while (!__atomic_compare_exchange_n(&counter, (void *)&seen, seen + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ;
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    add(0);
    pthread_join(thread, 0);
    assert(counter == 2); // violated
    return 0;
}
