/* Copies of a struct with padding. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct s { char c; double d; void *p; short h; }; static struct s a, *b; static int r;
static void *t(void *x){ r = b->c == 'q' && b->d == 1.25 && b->p == &r && a.h == -3; return x; }
int main(void)
{
    pthread_t x; struct s l; l.c='q'; l.d=1.25; l.p=&r; l.h=-3; a = l; b = malloc(sizeof *b); *b = a;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r); free(b);
    return 0;
}
