/* Main holds a mutex when it starts a thread that wants it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int n;
static void *t(void *x){ pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return x; }
int main(void)
{
    pthread_t x; pthread_mutex_lock(&m); for(int i=0;i<5;i++) n=i;
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}
