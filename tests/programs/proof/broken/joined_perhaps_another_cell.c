// not proved: race
#include <pthread.h>
#include <stdlib.h>
static int x, y;
static pthread_t t[2];
static void *first(void *p) { y = 1; return p; }
static void *second(void *p) { x = 1; return p; }
static void start(pthread_t *thread, void *(*routine)(void *)) { pthread_create(thread, 0, routine, 0); }
int main(void)
{
    start(&t[0], first);
    start(&t[rand() & 1], second);
    pthread_join(t[0], 0);
    return x;
}
