#include <pthread.h>
pthread_key_t k;
void *f(void *a) {
    *(int *)a = 4;
    pthread_setspecific(k, a);
    *(int *)pthread_getspecific(k) += 1;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    pthread_key_create(&k, 0);
    pthread_setspecific(k, &v);
    pthread_create(&t, 0, f, pthread_getspecific(k));
    int r = v;
    pthread_join(t, 0);
    assert(v == 5);
    assert(r != 4); // fails
    return 0;
}
