/* The error path unlocks what the caller unlocks, too. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int free_places = 1;

static int take_place(void)
{
    if (free_places == 0) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    free_places--;
    return 0;
}

static void *enter(void *unused)
{
    pthread_mutex_lock(&lock);
    take_place();
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, enter, NULL);
    pthread_create(&two, NULL, enter, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
