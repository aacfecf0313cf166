/* What the library keeps between calls. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int n; static void *t(void *x){ char *s = x; n = atoi(s); return x; }
int main(void)
{
    pthread_t x; char buf[] = "10,20,30"; char *w = strtok(buf, ","); w = strtok(0, ",");
    pthread_create(&x,0,t,w); pthread_join(x,0); assert(n==20);
    return 0;
}
