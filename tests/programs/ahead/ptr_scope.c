/* A pointer to a variable of a call that has returned. */
#include <pthread.h>

static int *g; static void set(void){ int l = 3; g = &l; } static void *t(void *x){ *g = 1; return x; }
int main(void)
{
    pthread_t x; set();
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}
