/* An address in the middle of bytes. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char raw[32]; static int v = 1; static int r; static void *t(void *x){ int *p; memcpy(&p, raw+3, sizeof p); *p = 9; r = v; return x; }
int main(void)
{
    pthread_t x; int *p = &v; memcpy(raw+3, &p, sizeof p);
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r==9);
    return 0;
}
