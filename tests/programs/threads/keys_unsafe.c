// expect: unsafe reach 27
// models: m64 m32
/* The destructor belongs to the thread's end, which only join waits for. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed;

void destroy(void *value)
{
    (void)value;
    __atomic_store_n(&destroyed, 1, __ATOMIC_SEQ_CST);
}

void *work(void *argument)
{
    pthread_setspecific(key, argument);
    pthread_exit(0);
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, &key);
    assert(!__atomic_load_n(&destroyed, __ATOMIC_SEQ_CST));
    pthread_join(thread, 0);
    return 0;
}
