/* pthread_cond_wait without a loop around it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static char letter;

static void *fill(void *unused)
{
    pthread_mutex_lock(&lock);
    letter = 'x';
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t filler;
    pthread_create(&filler, NULL, fill, NULL);
    pthread_mutex_lock(&lock);
    if (letter == 0)
        pthread_cond_wait(&filled, &lock);
    char got = letter;
    pthread_mutex_unlock(&lock);
    assert(got == 'x');
    pthread_join(filler, NULL);
    return 0;
}
