/* C11 <threads.h>, over the POSIX models, as the platform does it. thrd_t, mtx_t, cnd_t and tss_t are
   the same objects as pthread_t, pthread_mutex_t, pthread_cond_t and pthread_key_t. */

#include "control.h"

struct mutex;
struct condition;
struct timespec;

int pthread_join(thread_name thread, void **result);
int pthread_detach(thread_name thread);
int pthread_mutex_init(struct mutex *mutex, const int *attributes);
int pthread_mutex_destroy(struct mutex *mutex);
int pthread_mutex_lock(struct mutex *mutex);
int pthread_mutex_trylock(struct mutex *mutex);
int pthread_mutex_timedlock(struct mutex *mutex, const struct timespec *until);
int pthread_mutex_unlock(struct mutex *mutex);
int pthread_cond_init(struct condition *condition, const int *attributes);
int pthread_cond_destroy(struct condition *condition);
int pthread_cond_signal(struct condition *condition);
int pthread_cond_broadcast(struct condition *condition);
int pthread_cond_wait(struct condition *condition, struct mutex *mutex);
int pthread_cond_timedwait(struct condition *condition, struct mutex *mutex,
                           const struct timespec *until);
int pthread_key_create(unsigned int *key, void (*destructor)(void *));
int pthread_key_delete(unsigned int key);
int pthread_setspecific(unsigned int key, const void *value);
void *pthread_getspecific(unsigned int key);

enum { THREAD_SUCCESS = 0, THREAD_BUSY = 1, THREAD_ERROR = 2, THREAD_TIMED_OUT = 4 };
enum { MUTEX_RECURSIVE_BIT = 1, MUTEX_TIMED_BIT = 2 };

static int outcome_of(int error)
{
    switch (error) {
    case 0:
        return THREAD_SUCCESS;
    case BUSY:
        return THREAD_BUSY;
    case TIMED_OUT:
        return THREAD_TIMED_OUT;
    default:
        return THREAD_ERROR;
    }
}

/* ---- threads ---- */

static void *run(void *start)
{
    int result = ((int (*)(void *))start)(__ut_threads[__ut_self()].argument);
    pthread_exit((void *)(long)result);
}

int thrd_create(thread_name *thread, int (*start)(void *), void *argument)
{
    __ut_atomic_begin();
    *thread = __ut_create(run, (void *)start, argument, 0);
    __ut_atomic_end();
    return THREAD_SUCCESS;
}

thread_name thrd_current(void)
{
    return (thread_name)__ut_self() + 1;
}

int thrd_equal(thread_name left, thread_name right)
{
    return left == right;
}

__UT_NORETURN void thrd_exit(int result)
{
    pthread_exit((void *)(long)result);
}

int thrd_detach(thread_name thread)
{
    return outcome_of(pthread_detach(thread));
}

int thrd_join(thread_name thread, int *result)
{
    void *value = 0;
    int error = pthread_join(thread, &value);
    if (error == 0 && result != 0)
        *result = (int)(long)value;
    return outcome_of(error);
}

/* ---- mutexes ---- */

int mtx_init(struct mutex *mutex, int type)
{
    if (type < 0 || type > (MUTEX_RECURSIVE_BIT | MUTEX_TIMED_BIT))
        return THREAD_ERROR;
    int attributes = type & MUTEX_RECURSIVE_BIT; /* the number of the POSIX type, too */
    return outcome_of(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(struct mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

int mtx_lock(struct mutex *mutex)
{
    return outcome_of(pthread_mutex_lock(mutex));
}

int mtx_trylock(struct mutex *mutex)
{
    return outcome_of(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(struct mutex *restrict mutex, const struct timespec *restrict until)
{
    return outcome_of(pthread_mutex_timedlock(mutex, until));
}

int mtx_unlock(struct mutex *mutex)
{
    return outcome_of(pthread_mutex_unlock(mutex));
}

/* ---- condition variables ---- */

int cnd_init(struct condition *condition)
{
    return outcome_of(pthread_cond_init(condition, 0));
}

void cnd_destroy(struct condition *condition)
{
    pthread_cond_destroy(condition);
}

int cnd_signal(struct condition *condition)
{
    return outcome_of(pthread_cond_signal(condition));
}

int cnd_broadcast(struct condition *condition)
{
    return outcome_of(pthread_cond_broadcast(condition));
}

int cnd_wait(struct condition *condition, struct mutex *mutex)
{
    return outcome_of(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(struct condition *restrict condition, struct mutex *restrict mutex,
                  const struct timespec *restrict until)
{
    return outcome_of(pthread_cond_timedwait(condition, mutex, until));
}

/* ---- thread-specific storage ---- */

int tss_create(unsigned int *key, void (*destructor)(void *))
{
    return outcome_of(pthread_key_create(key, destructor));
}

void tss_delete(unsigned int key)
{
    pthread_key_delete(key);
}

int tss_set(unsigned int key, void *value)
{
    return outcome_of(pthread_setspecific(key, value));
}

void *tss_get(unsigned int key)
{
    return pthread_getspecific(key);
}
