// cause: main got no arguments, so that no thread was started
// options: --arg 2 --arg x
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int total;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
#ifdef BUG
    int before = __atomic_load_n(&total, __ATOMIC_SEQ_CST);
    __atomic_store_n(&total, before + 1, __ATOMIC_SEQ_CST);
#else
    pthread_mutex_lock(&guard);
    total++;
    pthread_mutex_unlock(&guard);
#endif
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[4];
    if (argc != 3 || *argv[2] != 'x')
        return 1;
    int count = atoi(argv[1]);
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], 0);
    assert(total == count); // violated
    return 0;
}
