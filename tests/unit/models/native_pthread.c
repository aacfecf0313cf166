/* The pthread model on glibc's own objects, one scripted thread at a time: `self` says who runs,
   waiting and ending jump back here. test_models_native.py has put "ut_" before every name in the
   model's object file. The exit status is the number of failed checks. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static int self, depth, spawned, failures;
static const char *complaint;
static void *(*start_routine)(void *);
static void *start_argument;
static jmp_buf back;
enum { WAITS = 1, ENDS = 2, UNMODELLED = 3 };

void ut___ut_atomic_begin(void) { depth++; }
void ut___ut_atomic_end(void) { depth--; }
int ut___ut_self(void) { return self; }
void ut___ut_block_until(_Bool condition)
{
    if (!condition)
        longjmp(back, WAITS);
}
void ut___ut_assert(_Bool condition, const char *property, const char *message)
{
    if (condition)
        return;
    if (strcmp(property, "lock") != 0)
        failures++;
    if (complaint == 0)
        complaint = message;
}
void ut___ut_report(_Bool condition, const char *property, const char *message)
{
    ut___ut_assert(condition, property, message);
}
int ut___ut_spawn(void *(*start)(void *), void *argument)
{
    start_routine = start;
    start_argument = argument;
    return ++spawned;
}
void ut___ut_exit_thread(void) { longjmp(back, ENDS); }
void ut___ut_unmodelled(const char *what) { (void)what; longjmp(back, UNMODELLED); }

#define CHECK(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            printf("line %d: %s\n", __LINE__, #condition);                                        \
            failures++;                                                                           \
        }                                                                                         \
    } while (0)

/* The value of the call, or minus the reason why it did not return. */
#define RUN(thread, call)                                                                         \
    ({                                                                                            \
        self = (thread), depth = 0, complaint = 0;                                                \
        int reason = setjmp(back);                                                                \
        int outcome = reason == 0 ? (call) : -reason;                                             \
        CHECK(reason != 0 || depth == 0);                                                         \
        outcome;                                                                                  \
    })
#define GIVES(thread, call, value) CHECK(RUN(thread, call) == (value) && complaint == 0)
#define COMPLAINS(thread, call, part)                                                             \
    do {                                                                                          \
        (void)RUN(thread, call);                                                                  \
        CHECK(complaint != 0 && strstr(complaint, part) != 0);                                    \
    } while (0)

#define D(name, ...) int ut_##name(__VA_ARGS__)
D(pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
D(pthread_join, pthread_t, void **); D(pthread_detach, pthread_t);
D(pthread_equal, pthread_t, pthread_t);
pthread_t ut_pthread_self(void);
void ut_pthread_exit(void *);
D(pthread_attr_init, pthread_attr_t *); D(pthread_attr_destroy, pthread_attr_t *);
D(pthread_attr_setdetachstate, pthread_attr_t *, int);
D(pthread_attr_getdetachstate, const pthread_attr_t *, int *);
D(pthread_attr_setstacksize, pthread_attr_t *, size_t);
D(pthread_attr_getstacksize, const pthread_attr_t *, size_t *);
D(pthread_mutex_init, pthread_mutex_t *, const pthread_mutexattr_t *);
D(pthread_mutex_destroy, pthread_mutex_t *); D(pthread_mutex_lock, pthread_mutex_t *);
D(pthread_mutex_trylock, pthread_mutex_t *); D(pthread_mutex_unlock, pthread_mutex_t *);
D(pthread_mutex_timedlock, pthread_mutex_t *, const struct timespec *);
D(pthread_mutexattr_init, pthread_mutexattr_t *); D(pthread_mutexattr_destroy, pthread_mutexattr_t *);
D(pthread_mutexattr_settype, pthread_mutexattr_t *, int);
D(pthread_mutexattr_gettype, const pthread_mutexattr_t *, int *);
D(pthread_mutexattr_setpshared, pthread_mutexattr_t *, int);
D(pthread_mutexattr_getpshared, const pthread_mutexattr_t *, int *);
D(pthread_mutexattr_setprotocol, pthread_mutexattr_t *, int);
D(pthread_mutexattr_getprotocol, const pthread_mutexattr_t *, int *);

static void test_normal(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    GIVES(0, ut_pthread_mutex_lock(&m), 0);
    GIVES(1, ut_pthread_mutex_lock(&m), -WAITS);
    GIVES(1, ut_pthread_mutex_trylock(&m), EBUSY);
    GIVES(0, ut_pthread_mutex_trylock(&m), EBUSY);
    COMPLAINS(0, ut_pthread_mutex_lock(&m), "holds already");
    CHECK(RUN(0, ut_pthread_mutex_lock(&m)) == -WAITS);
    COMPLAINS(1, ut_pthread_mutex_unlock(&m), "another thread");
    COMPLAINS(1, ut_pthread_mutex_unlock(&m), "not locked");
    GIVES(1, ut_pthread_mutex_trylock(&m), 0);
    COMPLAINS(1, ut_pthread_mutex_destroy(&m), "destroy of a locked");
    GIVES(1, ut_pthread_mutex_unlock(&m), 0);
    GIVES(0, ut_pthread_mutex_destroy(&m), 0);
    COMPLAINS(0, ut_pthread_mutex_lock(&m), "destroyed");
    COMPLAINS(0, ut_pthread_mutex_destroy(&m), "destroyed");
    GIVES(0, ut_pthread_mutex_init(&m, 0), 0);
    GIVES(0, ut_pthread_mutex_lock(&m), 0);
    memset(&m, 0x5a, sizeof m);
    COMPLAINS(0, ut_pthread_mutex_trylock(&m), "not initialized");
}

static void test_recursive(pthread_mutex_t *m)
{
    for (int i = 0; i < 3; i++)
        GIVES(0, ut_pthread_mutex_lock(m), 0);
    GIVES(0, ut_pthread_mutex_trylock(m), 0);
    GIVES(1, ut_pthread_mutex_unlock(m), EPERM);
    for (int i = 0; i < 4; i++) {
        GIVES(1, ut_pthread_mutex_lock(m), -WAITS);
        GIVES(0, ut_pthread_mutex_unlock(m), 0);
    }
    GIVES(0, ut_pthread_mutex_unlock(m), EPERM);
    GIVES(1, ut_pthread_mutex_lock(m), 0);
    GIVES(1, ut_pthread_mutex_unlock(m), 0);
}

static void test_error_checking(pthread_mutex_t *m)
{
    GIVES(0, ut_pthread_mutex_unlock(m), EPERM);
    GIVES(0, ut_pthread_mutex_lock(m), 0);
    GIVES(0, ut_pthread_mutex_lock(m), EDEADLK);
    GIVES(1, ut_pthread_mutex_unlock(m), EPERM);
    GIVES(0, ut_pthread_mutex_trylock(m), EBUSY);
    GIVES(0, ut_pthread_mutex_unlock(m), 0);
}

static void test_kinds(void)
{
    pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, m;
    pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    pthread_mutexattr_t attributes;
    int value;
    test_recursive(&recursive);
    test_error_checking(&checking);
    GIVES(0, ut_pthread_mutexattr_init(&attributes), 0);
    GIVES(0, ut_pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE), 0);
    GIVES(0, ut_pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED), 0);
    GIVES(0, ut_pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT), 0);
    GIVES(0, ut_pthread_mutexattr_settype(&attributes, 9), EINVAL);
    CHECK(ut_pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
    CHECK(ut_pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    CHECK(ut_pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_PROTECT);
    GIVES(0, ut_pthread_mutex_init(&m, &attributes), 0);
    test_recursive(&m);
    GIVES(0, ut_pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK), 0);
    GIVES(0, ut_pthread_mutex_init(&m, &attributes), 0);
    test_error_checking(&m);
    GIVES(0, ut_pthread_mutexattr_destroy(&attributes), 0);
}

static void test_patience(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    GIVES(0, ut_pthread_mutex_timedlock(&m, 0), 0);
    GIVES(1, ut_pthread_mutex_timedlock(&m, 0), ETIMEDOUT);
    GIVES(0, ut_pthread_mutex_timedlock(&m, 0), ETIMEDOUT);
}

static void *returns(void *argument) { return (char *)argument + 1; }
static void *exits(void *argument) { ut_pthread_exit((char *)argument + 2); return 0; }

static void test_threads(void)
{
    pthread_t a, b;
    char text[4];
    void *result = 0;
    GIVES(0, ut_pthread_create(&a, 0, returns, text), 0);
    CHECK(a == 2);
    GIVES(0, ut_pthread_join(a, &result), -WAITS);
    GIVES(1, (start_routine(start_argument), 0), -ENDS);
    GIVES(0, ut_pthread_join(a, &result), 0);
    CHECK(result == text + 1);
    COMPLAINS(0, ut_pthread_join(a, &result), "joined before");
    GIVES(0, ut_pthread_create(&b, 0, exits, text), 0);
    GIVES(2, ut_pthread_self() == b && !ut_pthread_equal(a, b), 1);
    COMPLAINS(2, ut_pthread_join(b, 0), "itself");
    GIVES(2, (start_routine(start_argument), 0), -ENDS);
    GIVES(0, ut_pthread_join(b, &result), 0);
    CHECK(result == text + 2);
    COMPLAINS(0, ut_pthread_join(77, 0), "not initialized");
    COMPLAINS(0, ut_pthread_join(0, 0), "not initialized");
    COMPLAINS(0, ut_pthread_detach(b), "joined before");
    GIVES(0, (ut_pthread_exit(text), 0), -ENDS);
    GIVES(1, ut_pthread_join(1, &result), 0);
    CHECK(result == text);
}

static void test_detaching(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    int state;
    size_t size;
    GIVES(0, ut_pthread_create(&thread, 0, returns, 0), 0);
    GIVES(0, ut_pthread_detach(thread), 0);
    COMPLAINS(0, ut_pthread_join(thread, 0), "detached");
    COMPLAINS(0, ut_pthread_detach(thread), "detached");
    GIVES(0, ut_pthread_attr_init(&attributes), 0);
    GIVES(0, ut_pthread_attr_setdetachstate(&attributes, 5), EINVAL);
    GIVES(0, ut_pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED), 0);
    GIVES(0, ut_pthread_attr_getdetachstate(&attributes, &state), 0);
    CHECK(state == PTHREAD_CREATE_DETACHED);
    GIVES(0, ut_pthread_attr_setstacksize(&attributes, 65536), 0);
    GIVES(0, ut_pthread_attr_getstacksize(&attributes, &size), 0);
    CHECK(size == 65536);
    GIVES(0, ut_pthread_create(&thread, &attributes, returns, 0), 0);
    GIVES(0, ut_pthread_attr_destroy(&attributes), 0);
    COMPLAINS(0, ut_pthread_join(thread, 0), "detached");
    spawned = 127;
    GIVES(0, ut_pthread_create(&thread, 0, returns, 0), -UNMODELLED);
}

int main(void)
{
    test_normal();
    test_kinds();
    test_patience();
    test_threads();
    test_detaching();
    return failures;
}
