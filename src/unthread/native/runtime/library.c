/* Functions of the library that the runtime stands in for, each linked with --wrap: calls of the program come
   here, and __real_NAME is the library's own. All others of the plan have a thunk in plan.c. */
#define _GNU_SOURCE
#include "state.h"
#include "runtime.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define HERE ((uintptr_t)__builtin_return_address(0))

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_trylock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int __real_pthread_cond_signal(pthread_cond_t *);
int __real_pthread_cond_broadcast(pthread_cond_t *);
int __real_pthread_barrier_wait(pthread_barrier_t *);
int __real_pthread_rwlock_trywrlock(pthread_rwlock_t *);
int __real_pthread_rwlock_wrlock(pthread_rwlock_t *);
int __real_pthread_spin_trylock(pthread_spinlock_t *);
int __real_thrd_create(thrd_t *, thrd_start_t, void *);
void __real_abort(void) __attribute__((noreturn));
void __real___assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

/* ---- threads ---- */

struct start {
    void *(*routine)(void *);
    thrd_start_t c11_routine;
    void *argument;
    int number;
};

static void leave(void *unused)
{
    (void)unused;
    unthread_end_thread();
}

static void *run_thread(void *given)
{
    struct start start = *(struct start *)given;
    void *result = NULL;
    __real_free(given);
    unthread_begin_thread(start.number);
    pthread_cleanup_push(leave, NULL); /* also when the thread calls pthread_exit, or is canceled */
    if (start.routine != NULL)
        result = start.routine(start.argument);
    else
        result = (void *)(intptr_t)start.c11_routine(start.argument);
    pthread_cleanup_pop(1);
    return result;
}

static struct start *new_start(void *argument)
{
    struct start *start = __real_calloc(1, sizeof *start);
    if (start == NULL)
        __real_abort();
    start->argument = argument;
    start->number = unthread_new_thread();
    return start;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                          void *argument)
{
    unthread_call("pthread_create", HERE);
    struct start *start = new_start(argument);
    start->routine = routine;
    return __real_pthread_create(thread, attributes, run_thread, start);
}

int __wrap_thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
    unthread_call("thrd_create", HERE);
    struct start *start = new_start(argument);
    start->c11_routine = routine;
    return __real_pthread_create(thread, NULL, run_thread, start) == 0 ? thrd_success : thrd_error;
}

/* ---- waiting: whom a signal wakes, and who wakes up without one, is for the plan to say ---- */

enum { MOST_SLEEPERS = 1024 };

static pthread_cond_t *asleep[MOST_SLEEPERS]; /* where those wait that the plan will wake */

static void note_sleeper(pthread_cond_t *from, pthread_cond_t *to)
{
    for (int i = 0; i < MOST_SLEEPERS; i++)
        if (__sync_bool_compare_and_swap(&asleep[i], from, to))
            return;
}

static bool has_sleepers(const pthread_cond_t *condition)
{
    for (int i = 0; i < MOST_SLEEPERS; i++)
        if (asleep[i] == condition)
            return true;
    return false;
}

/* A result that the plan has, or else this one. */
static int result_of(const char *call, int otherwise)
{
    const struct input *input = unthread_input(call);
    return input != NULL ? (int)input->integer : otherwise;
}

/* The plan lets the thread go to sleep in one step and return in another. Where it has no other, the thread
   waits as the library does. */
static int wait_at(const char *call, pthread_cond_t *condition, pthread_mutex_t *mutex, uintptr_t pc)
{
    unthread_enter(call, pc, condition);
    if (!unthread_will_return(call)) {
        unthread_hand_on();
        return __real_pthread_cond_wait(condition, mutex);
    }
    note_sleeper(NULL, condition);
    __real_pthread_mutex_unlock(mutex);
    unthread_call_part(call, 1, pc);
    note_sleeper(condition, NULL);
    __real_pthread_mutex_lock(mutex);
    return result_of(call, 0);
}

/* Sleeps where the library would not, so that the kernel shows that the thread waits. */
int __wrap_pthread_spin_lock(pthread_spinlock_t *lock)
{
    unthread_enter("pthread_spin_lock", HERE, (const void *)lock);
    while (__real_pthread_spin_trylock(lock) != 0)
        unthread_pause_for(200);
    return 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    return wait_at("pthread_cond_wait", condition, mutex, HERE);
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    (void)until;
    return wait_at("pthread_cond_timedwait", condition, mutex, HERE);
}

int __wrap_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock_number,
                                  const struct timespec *until)
{
    (void)clock_number, (void)until;
    return wait_at("pthread_cond_clockwait", condition, mutex, HERE);
}

int __wrap_cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return wait_at("cnd_wait", (pthread_cond_t *)condition, (pthread_mutex_t *)mutex, HERE);
}

int __wrap_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
{
    (void)until;
    return wait_at("cnd_timedwait", (pthread_cond_t *)condition, (pthread_mutex_t *)mutex, HERE);
}

/* A signal goes to the library unless it is for somebody whom the plan wakes. */
static int wake_one(const char *call, pthread_cond_t *condition, uintptr_t pc)
{
    unthread_enter(call, pc, condition);
    return has_sleepers(condition) ? 0 : __real_pthread_cond_signal(condition);
}

int __wrap_pthread_cond_signal(pthread_cond_t *condition)
{
    return wake_one("pthread_cond_signal", condition, HERE);
}

int __wrap_cnd_signal(cnd_t *condition)
{
    return wake_one("cnd_signal", (pthread_cond_t *)condition, HERE);
}

int __wrap_pthread_barrier_wait(pthread_barrier_t *barrier)
{
    unthread_enter("pthread_barrier_wait", HERE, barrier);
    unthread_hand_on();
    int result = __real_pthread_barrier_wait(barrier);
    unthread_call_part("pthread_barrier_wait", 1, HERE);
    return result_of("pthread_barrier_wait", result);
}

/* Who has to wait says so first, in a step of its own: the library keeps readers out from then on, if the lock
   prefers writers. */
int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    unthread_enter("pthread_rwlock_wrlock", HERE, lock);
    int error = __real_pthread_rwlock_trywrlock(lock);
    if (error != EBUSY)
        return error;
    unthread_hand_on();
    error = __real_pthread_rwlock_wrlock(lock);
    unthread_call_part("pthread_rwlock_wrlock", 1, HERE);
    return error;
}

/* ---- functions that give up at a time: in the plan, they do so at once or not at all ---- */

static int lock_now(const char *call, pthread_mutex_t *mutex, uintptr_t pc)
{
    unthread_enter(call, pc, mutex);
    int error = __real_pthread_mutex_trylock(mutex);
    return error == EBUSY ? ETIMEDOUT : error;
}

int __wrap_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    (void)until;
    return lock_now("pthread_mutex_timedlock", mutex, HERE);
}

int __wrap_mtx_timedlock(mtx_t *mutex, const struct timespec *until)
{
    (void)until;
    int error = lock_now("mtx_timedlock", (pthread_mutex_t *)mutex, HERE);
    return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int __real_sem_trywait(sem_t *);

int __wrap_sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    (void)until;
    unthread_enter("sem_timedwait", HERE, semaphore);
    int result = __real_sem_trywait(semaphore);
    if (result != 0 && errno == EAGAIN)
        errno = ETIMEDOUT;
    return result;
}

/* ---- time passes quickly ---- */

unsigned __wrap_sleep(unsigned seconds)
{
    (void)seconds;
    unthread_call("sleep", HERE);
    return 0;
}

int __wrap_usleep(useconds_t microseconds)
{
    (void)microseconds;
    unthread_call("usleep", HERE);
    return 0;
}

int __wrap_nanosleep(const struct timespec *wanted, struct timespec *rest)
{
    (void)wanted, (void)rest;
    unthread_call("nanosleep", HERE);
    return 0;
}

int __wrap_thrd_sleep(const struct timespec *wanted, struct timespec *rest)
{
    (void)wanted, (void)rest;
    unthread_call("thrd_sleep", HERE);
    return 0;
}

/* ---- the end ---- */

void __wrap___assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    unthread_call("__assert_fail", HERE);
    unthread_note_failure("assertion", HERE);
    unthread_failing_step();
    __real___assert_fail(expression, file, line, function);
}

void __wrap_abort(void)
{
    unthread_call("abort", HERE);
    unthread_note_failure("abort", HERE);
    unthread_failing_step();
    __real_abort();
}

/* ---- the heap ---- */

enum { RED_ZONE = 64 };

static struct block *blocks;
static size_t block_count, block_room;
static int heap_word;

static void lock_heap(void)
{
    while (__sync_lock_test_and_set(&heap_word, 1) != 0)
        ;
}

static void unlock_heap(void)
{
    __sync_lock_release(&heap_word);
}

/* Blocks stay where they are after their end, so that a late access is seen for what it is. AddressSanitizer
   does that itself. */
static bool keeps_blocks(void)
{
#ifdef UNTHREAD_ASAN
    return false;
#endif
    return unthread_ending.failure == BAD_ACCESS || unthread_ending.failure == BAD_FREE;
}

static size_t zone(void)
{
    return keeps_blocks() ? RED_ZONE : 0;
}

static void *new_block(size_t size, uintptr_t pc)
{
    char *memory = __real_malloc(size + 2 * zone());
    if (memory == NULL)
        return NULL;
    lock_heap();
    if (block_count == block_room) {
        block_room = block_room != 0 ? 2 * block_room : 256;
        blocks = __real_realloc(blocks, block_room * sizeof *blocks);
        if (blocks == NULL)
            __real_abort();
    }
    memory += zone();
    blocks[block_count++] = (struct block){(uintptr_t)memory, size, unthread_place(pc), {NOWHERE, 0}, NOWHERE};
    unlock_heap();
    return memory;
}

static struct block *block_at(uintptr_t address)
{
    for (size_t i = block_count; i-- > 0;) {
        size_t offset = address - blocks[i].start + zone();
        if (offset < blocks[i].size + 2 * zone() || address == blocks[i].start)
            return &blocks[i];
    }
    return NULL;
}

/* The latest block around the address, red zones included. */
const struct block *unthread_block(uintptr_t address)
{
    return block_at(address);
}

/* At the end of the process: blocks that nobody has freed. */
void unthread_check_leaks(void)
{
    size_t count = 0;
    for (size_t i = 0; i < block_count; i++) {
        if (blocks[i].freed_by != NOWHERE)
            continue;
        const char *file = blocks[i].allocated.file == NOWHERE ? "?" : unthread_files[blocks[i].allocated.file];
        unthread_say("never freed: %zu bytes allocated at %s:%d", blocks[i].size, file, blocks[i].allocated.line);
        count++;
    }
    if (count == 0)
        return;
    unthread_note("leak", unthread_ending.thread, (struct place){unthread_ending.file, unthread_ending.line});
    unthread_fail();
}

void *__wrap_malloc(size_t size)
{
    unthread_call("malloc", HERE);
    return new_block(size, HERE);
}

void *__wrap_calloc(size_t count, size_t size)
{
    unthread_call("calloc", HERE);
    if (size != 0 && count > (size_t)-1 / 2 / size)
        return NULL;
    char *memory = new_block(count * size, HERE);
    for (size_t i = 0; memory != NULL && i < count * size; i++)
        memory[i] = 0;
    return memory;
}

static void drop(struct block *block, uintptr_t pc)
{
    block->freed = unthread_place(pc);
    block->freed_by = unthread_thread();
    if (!keeps_blocks()) {
        void *memory = (void *)block->start;
        *block = blocks[--block_count];
        __real_free(memory);
    }
}

static void give_back(void *memory, uintptr_t pc)
{
    lock_heap();
    struct block *block = block_at((uintptr_t)memory);
    bool is_right = block != NULL && block->start == (uintptr_t)memory && block->freed_by == NOWHERE;
    if (is_right)
        drop(block, pc);
    unlock_heap();
    if (is_right)
        return;
    bool is_end = unthread_ending.failure == BAD_FREE && unthread.next >= unthread_step_count;
    if (keeps_blocks() && (block != NULL || is_end))
        unthread_bad_free(memory, block, pc);
    if (is_end)
        unthread_note_failure("free", pc);
    __real_free(memory); /* what the library itself allocated; or else the library will say so */
}

void __wrap_free(void *memory)
{
    unthread_call("free", HERE);
    if (memory != NULL)
        give_back(memory, HERE);
}

void *__wrap_realloc(void *memory, size_t size)
{
    unthread_call("realloc", HERE);
    if (memory == NULL)
        return new_block(size, HERE);
    lock_heap();
    struct block *block = block_at((uintptr_t)memory);
    size_t old = block != NULL && block->start == (uintptr_t)memory ? block->size : 0;
    unlock_heap();
    if (block == NULL)
        return __real_realloc(memory, size);
    void *moved = new_block(size, HERE);
    if (moved == NULL)
        return NULL;
    unthread_inside++;
    memcpy(moved, memory, old < size ? old : size);
    unthread_inside--;
    give_back(memory, HERE);
    return moved;
}

/* ---- inputs ---- */

#define NONDETERMINISTIC(name, type, member)                                                                \
    __attribute__((weak)) type __VERIFIER_nondet_##name(void)                                               \
    {                                                                                                       \
        const struct input *input = unthread_input("");                                                     \
        return input != NULL ? (type)input->member : (type)0;                                               \
    }

NONDETERMINISTIC(bool, _Bool, integer)
NONDETERMINISTIC(_Bool, _Bool, integer)
NONDETERMINISTIC(char, char, integer)
NONDETERMINISTIC(schar, signed char, integer)
NONDETERMINISTIC(uchar, unsigned char, integer)
NONDETERMINISTIC(short, short, integer)
NONDETERMINISTIC(ushort, unsigned short, integer)
NONDETERMINISTIC(int, int, integer)
NONDETERMINISTIC(uint, unsigned, integer)
NONDETERMINISTIC(unsigned, unsigned, integer)
NONDETERMINISTIC(long, long, integer)
NONDETERMINISTIC(ulong, unsigned long, integer)
NONDETERMINISTIC(longlong, long long, integer)
NONDETERMINISTIC(ulonglong, unsigned long long, integer)
NONDETERMINISTIC(size_t, size_t, integer)
NONDETERMINISTIC(pointer, void *, integer)
NONDETERMINISTIC(float, float, number)
NONDETERMINISTIC(double, double, number)

/* An assumption that does not hold: this execution does not exist. */
__attribute__((weak)) void __VERIFIER_assume(int condition)
{
    if (!condition)
        exit(0);
}
