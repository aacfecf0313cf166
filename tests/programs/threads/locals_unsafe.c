// expect: unsafe reach 21
/* The local of one thread is handed to the other, which changes it. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *changes(void *argument)
{
    pthread_mutex_lock(&m);
    *(int *)argument = 3;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    int own = 2;
    pthread_create(&t, 0, changes, &own);
    pthread_mutex_lock(&m);
    int seen = own;
    pthread_mutex_unlock(&m);
    assert(seen == 2);
    pthread_join(t, 0);
    return 0;
}
