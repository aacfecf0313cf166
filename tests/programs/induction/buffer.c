// proved: reach lock race; break: while (count == SIZE) -> if (count == SIZE)
#include <assert.h>
#include <pthread.h>

#define SIZE 3

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
int buffer[SIZE];
unsigned count, in, out;

void *producer(void *unused)
{
    int item = 0;
    while (1) {
        item = (item + 1) % 4;
        pthread_mutex_lock(&m);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &m);
        assert(count < SIZE);
        buffer[in] = item;
        in = (in + 1) % SIZE;
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

void *consumer(void *unused)
{
    while (1) {
        pthread_mutex_lock(&m);
        while (count == 0)
            pthread_cond_wait(&not_empty, &m);
        assert(count > 0);
        int item = buffer[out];
        assert(item >= 0 && item < 4);
        out = (out + 1) % SIZE;
        count--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
