// expect: safe
/* A destructor that always sets a value again is not called for ever. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

pthread_key_t key;
int calls;

void destroy(void *value)
{
    calls++;
    pthread_setspecific(key, value);
}

void *work(void *argument)
{
    pthread_setspecific(key, argument);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, &key);
    pthread_join(thread, 0);
    assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
    return 0;
}
