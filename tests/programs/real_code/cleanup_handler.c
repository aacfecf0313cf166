// cause: a cleanup handler was listed as a thread that was never started
// expect: safe
// expect with BUG: unsafe deadlock
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void leave(void *mutex) { pthread_mutex_unlock(mutex); }

static void *work(void *result)
{
    pthread_mutex_lock(&guard);
    pthread_cleanup_push(leave, &guard);
    pthread_testcancel();
#ifdef BUG
    pthread_cleanup_pop(0);
#else
    pthread_cleanup_pop(1);
#endif
    return result;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&guard); // violated
    pthread_mutex_unlock(&guard);
    return 0;
}
