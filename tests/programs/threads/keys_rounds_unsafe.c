// expect: unsafe lock 11
/* The main thread deletes the key although another may still ask for it. */
#include <pthread.h>

pthread_key_t key;

void *work(void *argument)
{
    void *value = argument;
    if (value == 0)
        value = pthread_getspecific(key);
    return value;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_key_delete(key);
    pthread_join(thread, 0);
    return 0;
}
