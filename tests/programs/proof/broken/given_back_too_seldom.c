// not proved: deadlock lock
#include <pthread.h>
static pthread_mutex_t m = {.__data = {.__count = 1}};
static void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    f(0);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    return 0;
}
