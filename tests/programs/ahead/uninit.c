/* A member of a heap object that nobody has set. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct s { int a, b; }; static struct s *p; static int r;
static void *t(void *x){ if (p->b == 1234) r = 1; if (p->a != 7) r = 2; return x; }
int main(void)
{
    pthread_t x; p = malloc(sizeof *p); for(int i=0;i<8;i++) p->a = i;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r != 1);
    return 0;
}
