// expect: safe
// models: m64 m32
/* A spin lock protects; trying it does not wait. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter, added;

void *count(void *argument)
{
    pthread_spin_lock(&lock);
    counter++;
    added++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&thread, 0, count, 0);
    int outcome = pthread_spin_trylock(&lock);
    assert(outcome == 0 || outcome == EBUSY);
    if (outcome == 0) {
        counter++;
        added++;
        pthread_spin_unlock(&lock);
    }
    pthread_join(thread, 0);
    assert(counter == added);
    assert(pthread_spin_destroy(&lock) == 0);
    return 0;
}
