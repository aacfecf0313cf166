/* The same, with a wrong result. */
#include <assert.h>
#include <pthread.h>

struct s { int a; int *p; char c; }; static struct s *g;
static void *t(void *a){ struct s *q = a; *q->p += q->a; g->c = 'x'; return a; }
int main(void)
{
    pthread_t x; int k = 3; struct s l = { 4, &k, 'y' }; g = &l; for(int i=0;i<3;i++) l.a++;
    pthread_create(&x,0,t,&l); pthread_join(x,0); assert(k==11 && l.c=='x');
    return 0;
}
