// proved: reach lock race deadlock; break: pthread_mutex_lock(&m); -> ;
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int busy;
unsigned total;

void *worker(void *unused)
{
    while (1) {
        pthread_mutex_lock(&m);
        busy = busy + 1;
        total++;
        assert(busy == 1);
        busy = busy - 1;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
