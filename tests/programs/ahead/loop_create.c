/* Threads that are started in a loop. */
#include <assert.h>
#include <pthread.h>

static int n; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static void *t(void *x){ pthread_mutex_lock(&m); n += *(int*)x; pthread_mutex_unlock(&m); return x; }
int main(void)
{
    pthread_t x[3]; int arg[3]; for(int i=0;i<3;i++) arg[i]=i+1; for(int i=0;i<3;i++)
    pthread_create(&x[i],0,t,&arg[i]); for(int i=0;i<3;i++) pthread_join(x[i],0); assert(n==6);
    return 0;
}
