#include <semaphore.h>
int x;
sem_t s;
void *f(void *a) {
    x = 1;
    sem_post(&s);
    x = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, f, 0);
    sem_wait(&s);
    int r = x;
    assert(r != 0);
    assert(r == 1); // fails
    assert(r == 2); // fails
    return 0;
}
