#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int x;
static void *work(void *unused) { x = rand() % 7; return unused; }
int main(void)
{
    pthread_t t;
    int c = getchar();
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    printf("%d %d\n", c, x);
    assert(!(c == 'q' && x == 5));
    return 0;
}
