// Two threads count under one lock.
#include <pthread.h>
extern void abort(void);
void reach_error(void) {}
void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR: {
        reach_error();
        abort();
    }
    }
}

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    __VERIFIER_assert(counter == 2);
    return 0;
}
