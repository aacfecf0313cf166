// Whoever comes first stays; main waits for the first thread, then for the second.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t e;
int x, y;
static void *f(void *argument) { int l = x; x = l + 1; if (l) sem_wait(&e); return 0; }
int main(void) {
    pthread_t t[2];
    sem_init(&e, 0, 0);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
