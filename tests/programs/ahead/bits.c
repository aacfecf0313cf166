/* Bit-fields, long double, float, _Bool. */
#include <assert.h>
#include <pthread.h>

struct b { unsigned a:3, b:5; int c; long double l; float f; _Bool k; }; static struct b g; static int r;
static void *t(void *x){ struct b *p = x; r = g.a + g.b + p->a + (g.l == 1.5L) + (p->f == 0.5f) + p->k; return x; }
int main(void)
{
    pthread_t x; struct b l = {0}; for(int i=0;i<7;i++){ g.a = i; g.b = 2*i; l.a = i; } g.l = 1.5L; l.f = 0.5f; l.k = 5;
    pthread_create(&x,0,t,&l); pthread_join(x,0); assert(r==6+12+6+3);
    return 0;
}
