// expect: unsafe lock 6
/* A thread waits for its own end. */
#include <pthread.h>
int main(void)
{
    pthread_join(pthread_self(), 0);
    return 0;
}
