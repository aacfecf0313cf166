/* Tables of functions, static and on the heap. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int one(void){return 1;} static int two(void){return 2;} static int (*tab[4])(void); static int (**heap)(void); static int got;
static void *t(void *x){ got = tab[2]() + heap[1](); return x; }
int main(void)
{
    pthread_t x; heap = malloc(4*sizeof *heap); for(int i=0;i<4;i++){ tab[i] = i%2? one: two; heap[i] = i%2? two: one; }
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(got == 4);
    return 0;
}
