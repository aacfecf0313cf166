// expect: unsafe memory 14
#include <pthread.h>

enum { SLOTS = 4 };

static int slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    if (used <= SLOTS) /* one too many */
        slots[used++] = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[SLOTS + 1];
    for (int i = 0; i <= SLOTS; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i <= SLOTS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
