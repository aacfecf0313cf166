// expect: unsafe lock 15
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int amount)
{
    if (amount < 0)
        goto done; /* without the lock */
    pthread_mutex_lock(&lock);
    total += amount;

done:
    pthread_mutex_unlock(&lock);
    return total >= 0;
}

static void *work(void *unused)
{
    add(1);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    pthread_create(&thread, NULL, work, NULL);
    add(argc - 2);
    pthread_join(thread, NULL);
    return 0;
}
