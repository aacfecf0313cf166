// expect: safe
// models: m64 m32
/* Each thread has its own value; the destructor runs at its end, again if it sets a value. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key, plain;
int destroyed, cells[2];

void destroy(void *value)
{
    assert(pthread_getspecific(key) == 0);
    destroyed++;
    if (value == &cells[0])
        pthread_setspecific(key, &cells[1]);
}

void *work(void *argument)
{
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, argument) == 0);
    assert(pthread_setspecific(plain, argument) == 0);
    assert(pthread_getspecific(key) == argument);
    return argument;
}

int main(void)
{
    pthread_t thread;
    assert(pthread_key_create(&key, destroy) == 0);
    assert(pthread_key_create(&plain, 0) == 0);
    assert(pthread_setspecific(key, &key) == 0);
    pthread_create(&thread, 0, work, &cells[0]);
    pthread_join(thread, 0);
    assert(destroyed == 2);
    assert(pthread_getspecific(key) == &key && pthread_getspecific(plain) == 0);
    assert(pthread_key_delete(key) == 0);
    return 0;
}
