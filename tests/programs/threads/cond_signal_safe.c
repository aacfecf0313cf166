// expect: safe
/* Two threads wait; two signals wake both. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t free_place = PTHREAD_COND_INITIALIZER;
int places, taken;

void *take(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (places == 0)
        pthread_cond_wait(&free_place, &mutex);
    places--;
    taken++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, take, 0);
    pthread_create(&second, 0, take, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        places++;
        pthread_cond_signal(&free_place);
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(taken == 2 && places == 0);
    return 0;
}
