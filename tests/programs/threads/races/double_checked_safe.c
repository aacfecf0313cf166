// expect: safe
/* The first look is atomic, and so is what it looks for. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int ready;
int value;

static void prepare(void)
{
    if (!ready) {
        pthread_mutex_lock(&mutex);
        if (!ready) {
            value = 1;
            ready = 1;
        }
        pthread_mutex_unlock(&mutex);
    }
}

void *work(void *argument)
{
    prepare();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    prepare();
    pthread_join(thread, 0);
    return 0;
}
