// expect: unsafe lock 7
/* A key without pthread_key_create. */
#include <pthread.h>
pthread_key_t key;
int main(void)
{
    pthread_setspecific(key, &key);
    return 0;
}
