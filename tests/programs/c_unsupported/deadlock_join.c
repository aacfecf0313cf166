// expect: 10 deadlock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *wait_for_main(void *argument) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, wait_for_main, 0);
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
    return 0;
}
