#include <limits.h>
#include <pthread.h>
static int n = INT_MAX - 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    n = n + 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
