/* Two mutexes in two orders. */
#include <pthread.h>

static pthread_mutex_t m[2]; static void *t(void *x){ pthread_mutex_lock(&m[0]); pthread_mutex_lock(&m[1]); pthread_mutex_unlock(&m[1]); pthread_mutex_unlock(&m[0]); return x; }
static void *u(void *x){ pthread_mutex_lock(&m[1]); pthread_mutex_lock(&m[0]); pthread_mutex_unlock(&m[0]); pthread_mutex_unlock(&m[1]); return x; }
int main(void)
{
    pthread_t x,y; for(int i=0;i<2;i++) pthread_mutex_init(&m[i],0);
    pthread_create(&x,0,t,0); pthread_create(&y,0,u,0); pthread_join(x,0); pthread_join(y,0);
    return 0;
}
