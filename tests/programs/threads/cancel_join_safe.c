// expect: safe
/* A thread canceled in pthread_join leaves the other one joinable. */
#include <assert.h>
#include <pthread.h>

pthread_t sleeper, joiner;
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

void *sleep_well(void *argument)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return argument;
}

void *join_it(void *argument)
{
    pthread_join(sleeper, 0);
    return argument;
}

int main(void)
{
    void *result;
    pthread_mutex_lock(&gate);
    pthread_create(&sleeper, 0, sleep_well, &gate);
    pthread_create(&joiner, 0, join_it, 0);
    pthread_cancel(joiner);
    pthread_join(joiner, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_unlock(&gate);
    pthread_join(sleeper, &result);
    assert(result == &gate);
    return 0;
}
