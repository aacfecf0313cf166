// expect: unsafe reach 25
/* The destructors of two keys may be called in any order. */
#include <assert.h>
#include <pthread.h>

pthread_key_t one, other;
int latest;

void first(void *value) { latest = 1; }
void second(void *value) { latest = 2; }

void *work(void *argument)
{
    pthread_setspecific(one, &latest);
    pthread_setspecific(other, &latest);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&one, first), pthread_key_create(&other, second);
    pthread_create(&thread, 0, work, 0), pthread_join(thread, 0);

    assert(latest == 2);
    return 0;
}
