// expect: unsafe lock 8
/* Memory with chance values is not a mutex; 0, 1 and -1 are among them. */
#include <pthread.h>
#include <stdlib.h>
int main(void)
{
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    pthread_mutex_trylock(mutex);
    return 0;
}
