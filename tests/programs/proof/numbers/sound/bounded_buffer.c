// proved: reach memory arith
// two producers and two consumers that never end: no index leaves the array, no count its range
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#define SIZE 4
static int items[SIZE], head, tail, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static void *produce(void *unused)
{
    for (unsigned number = 0;; number++) {
        pthread_mutex_lock(&m);
        while (count == SIZE)
            pthread_cond_wait(&emptied, &m);
        assert(count < SIZE);
        items[tail] = (int)(number & 0xff);
        tail = (tail + 1) % SIZE;
        count++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&m);
    }
    return unused;
}
static void *consume(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (count == 0)
            pthread_cond_wait(&filled, &m);
        int item = items[head];
        head = (head + 1) % SIZE;
        count--;
        assert(count >= 0 && count < SIZE);
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&m);
        printf("%d\n", item);
    }
    return unused;
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, produce, 0);
        pthread_create(&threads[i + 2], 0, consume, 0);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
}
