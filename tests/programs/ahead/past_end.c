/* A read one past the end of an object. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct s { int h; int arr[10]; }; static int *mid, *past; static int r; static void *t(void *x){ r = mid[-1] + past[0] + mid[1]; return x; }
int main(void)
{
    pthread_t x; struct s *s = malloc(sizeof *s); for(int i=0;i<10;i++) s->arr[i]=i; s->h=50; mid=&s->arr[4]; past=s->arr+10;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r==3+9+5); free(s);
    return 0;
}
