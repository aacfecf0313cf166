// expect: unsafe deadlock 11
// models: m64 m32
/* Two mutexes in opposite orders. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *forward(void *argument)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return argument;
}

void *backward(void *argument)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t thread, other;
    pthread_create(&thread, 0, forward, 0), pthread_create(&other, 0, backward, 0);
    pthread_join(thread, 0);
    pthread_join(other, 0);
    return 0;
}
