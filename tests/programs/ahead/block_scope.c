/* A variable whose block ends while a thread runs. */
#include <pthread.h>

static int *g; static int r; static void *t(void *x){ r = *g; return x; }
int main(void)
{
    pthread_t x; { int l = 3; g = &l; for(int i=0;i<3;i++) l++;
    pthread_create(&x,0,t,0); } pthread_join(x,0);
    return 0;
}
