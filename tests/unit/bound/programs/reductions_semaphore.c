#include <semaphore.h>
int x;
sem_t s;
void *f(void *a) {
    sem_wait(&s);
    x++;
    sem_post(&s);
    return 0;
}
int main(void) {
    int n = __VERIFIER_nondet_int() ? 2 : 1;
    pthread_t t;
    sem_init(&s, 0, n);
    pthread_create(&t, 0, f, 0);
    f(0);
    pthread_join(t, 0);
    if (n == 1) assert(x == 2);
    else assert(x == 2); // fails
    return 0;
}
