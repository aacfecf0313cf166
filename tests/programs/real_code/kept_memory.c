// cause: memory that a global variable leads to at the end was reported as a leak, in place of the bug
// options: --property reach,lock,deadlock,race,memory,leak,arith
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *counter;

static void *add(void *unused)
{
#ifdef BUG
    int before = __atomic_load_n(counter, __ATOMIC_SEQ_CST);
    __atomic_store_n(counter, before + 1, __ATOMIC_SEQ_CST);
#else
    __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
#endif
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    counter = calloc(1, sizeof *counter);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(*counter == 2); // violated
    return 0;
}
