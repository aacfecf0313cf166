/* Initialized mutexes in the heap. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pool { pthread_mutex_t m; pthread_cond_t c; int n; int *data; }; static struct pool *p;
static void *t(void *x){ pthread_mutex_lock(&p->m); p->n++; p->data[p->n]++; pthread_mutex_unlock(&p->m); return x; }
int main(void)
{
    pthread_t x,y; p = malloc(sizeof *p); pthread_mutex_init(&p->m,0); pthread_cond_init(&p->c,0); p->n=0; p->data = calloc(4,sizeof(int)); for(int i=0;i<4;i++) p->data[i]=i;
    pthread_create(&x,0,t,0); pthread_create(&y,0,t,0); pthread_join(x,0); pthread_join(y,0); assert(p->n==2); free(p->data); free(p);
    return 0;
}
