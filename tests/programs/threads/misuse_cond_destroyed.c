// expect: unsafe lock 8
/* A signal at a condition variable that was destroyed. */
#include <pthread.h>
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int main(void)
{
    pthread_cond_destroy(&condition);
    pthread_cond_signal(&condition);
    return 0;
}
