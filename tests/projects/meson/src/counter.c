/* <pthread.h> is a precompiled header. */
#include "counter.h"

#include "settings.h"

static int counter;
#ifdef WITH_LOCK
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#else
#define LOCK() ((void)0)
#define UNLOCK() ((void)0)
#endif

void count(void)
{
    LOCK();
    if (counter < LIMIT)
        counter++;
    UNLOCK();
}

int counted(void)
{
    return counter;
}
