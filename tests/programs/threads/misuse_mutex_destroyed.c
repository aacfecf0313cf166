// expect: unsafe lock 8
/* The mutex is used after its end. */
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_destroy(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}
