/* Functions of <pthread.h> that change nothing a schedule could show: names, priorities, processors,
   handlers for fork. What was set is accepted; what is asked for is any value the contract allows. */

#include "control.h"

typedef __SIZE_TYPE__ size_t;

struct attributes;

int pthread_attr_init(struct attributes *attributes);
size_t strlen(const char *text);
char *strcpy(char *target, const char *source);

static _Bool is_running(thread_name thread)
{
    _Bool possible = thread >= 1 && thread <= MOST_THREADS;
    __ut_assert(possible, "lock", "use of a thread handle that was not initialized");
    if (!possible)
        return 0;
    __ut_atomic_begin();
    _Bool running = __ut_threads[thread - 1].started && !__ut_threads[thread - 1].joined;
    __ut_atomic_end();
    return running;
}

static void fill(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = __ut_nondet_uchar();
}

/* ---- names ---- */

enum { LONGEST_NAME = 15 };

static char names[MOST_THREADS][LONGEST_NAME + 1]; /* empty: whatever the program is called */

int pthread_setname_np(thread_name thread, const char *name)
{
    if (strlen(name) > LONGEST_NAME)
        return OUT_OF_RANGE;
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    __ut_atomic_begin();
    strcpy(names[thread - 1], name);
    __ut_atomic_end();
    return 0;
}

int pthread_getname_np(thread_name thread, char *buffer, size_t size)
{
    if (size <= LONGEST_NAME)
        return OUT_OF_RANGE;
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    __ut_atomic_begin();
    _Bool named = names[thread - 1][0] != 0;
    if (named)
        strcpy(buffer, names[thread - 1]);
    __ut_atomic_end();
    if (!named) {
        fill((unsigned char *)buffer, LONGEST_NAME);
        buffer[LONGEST_NAME] = 0;
    }
    return 0;
}

/* ---- scheduling ---- */

/* struct sched_param has one member, the priority. */
int pthread_setschedparam(thread_name thread, int policy, const int *priority)
{
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    if (policy < 0 || *priority < 0 || *priority > 99)
        return INVALID;
    return __ut_nondet_bool() ? 0 : NO_PERMISSION;
}

int pthread_getschedparam(thread_name thread, int *restrict policy, int *restrict priority)
{
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    *policy = (int)(__ut_nondet_uint() % 3);
    *priority = *policy == 0 ? 0 : (int)(__ut_nondet_uint() % 99) + 1;
    return 0;
}

int pthread_setschedprio(thread_name thread, int priority)
{
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    if (priority < 0 || priority > 99)
        return INVALID;
    return __ut_nondet_bool() ? 0 : NO_PERMISSION;
}

static int concurrency;

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return INVALID;
    __ut_atomic_begin();
    concurrency = level;
    __ut_atomic_end();
    return 0;
}

int pthread_getconcurrency(void)
{
    __ut_atomic_begin();
    int level = concurrency;
    __ut_atomic_end();
    return level;
}

int pthread_setaffinity_np(thread_name thread, size_t size, const void *processors)
{
    (void)size, (void)processors;
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    return __ut_nondet_bool() ? 0 : INVALID;
}

int pthread_getaffinity_np(thread_name thread, size_t size, void *processors)
{
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    fill(processors, size);
    return 0;
}

int pthread_attr_setaffinity_np(struct attributes *attributes, size_t size, const void *processors)
{
    (void)attributes, (void)size, (void)processors;
    return 0;
}

int pthread_attr_getaffinity_np(const struct attributes *attributes, size_t size, void *processors)
{
    (void)attributes;
    fill(processors, size);
    return 0;
}

int pthread_getattr_np(thread_name thread, struct attributes *attributes)
{
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    return pthread_attr_init(attributes);
}

int pthread_getcpuclockid(thread_name thread, int *clock_number)
{
    if (!is_running(thread))
        return NO_SUCH_THREAD;
    *clock_number = __ut_nondet_int();
    return 0;
}

/* fork is unmodelled, so nobody would ever call them. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare, (void)parent, (void)child;
    return 0;
}
