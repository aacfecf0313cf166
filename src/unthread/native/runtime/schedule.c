/* Who may continue, and when: the steps of the plan are taken in their order.

   An event is what a thread is about to do: an access to memory, a call of a library function, its end. It
   waits until the thread's turn comes, and is then compared with the next step. That step is over when the
   next event of the thread begins, since only then it is certain that it has taken effect. Events that are no
   steps of the plan (accesses to memory that no other thread can know) happen in the thread's turn, too. */
#define _GNU_SOURCE
#include "state.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void *__real_calloc(size_t, size_t);

struct state unthread = {.whole_copy = {NOWHERE, 0}, .reordered = {NOWHERE, 0}};
__thread struct thread *unthread_self;
__thread int unthread_inside;

/* ---- one thread of the runtime's at a time ---- */

static atomic_int owner_word; /* 0: free, 1: taken, 2: taken, and others wait */
static atomic_int turn_word;  /* changes whenever the turn may have */

static void futex(atomic_int *word, int operation, int value)
{
    syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

void unthread_acquire(void)
{
    unthread_inside++;
    int expected = 0;
    if (atomic_compare_exchange_strong(&owner_word, &expected, 1))
        return;
    while (atomic_exchange(&owner_word, 2) != 0)
        futex(&owner_word, FUTEX_WAIT, 2);
}

void unthread_release(void)
{
    if (atomic_exchange(&owner_word, 0) == 2)
        futex(&owner_word, FUTEX_WAKE, 1);
    unthread_inside--;
}

/* The program's own calls for this come to the runtime. */
void unthread_pause_for(long microseconds)
{
    struct timespec time = {0, microseconds * 1000};
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
}

void unthread_wake_all(void)
{
    unthread.progress++;
    atomic_fetch_add(&turn_word, 1);
    futex(&turn_word, FUTEX_WAKE, 0x7fffffff);
}

void unthread_advance(void)
{
    while (unthread.next < unthread_step_count && unthread.is_done[unthread.next])
        unthread.next++;
    unthread_wake_all();
}

static void finish(struct thread *me)
{
    if (me->executing == NOWHERE)
        return;
    unthread.is_done[me->executing] = true;
    me->executing = NOWHERE;
    unthread_advance();
}

/* ---- turns ---- */

static bool may_go(const struct thread *me)
{
    if (unthread.has_failed)
        return false;
    if (unthread.next < unthread_step_count)
        return unthread_steps[unthread.next].thread == number_of(me);
    switch (unthread_ending.failure) {
    case DEADLOCK:
        return true;
    case RACE:
        return unthread_part_of(me) != NULL && !me->is_pending;
    default:
        return number_of(me) == unthread_ending.thread;
    }
}

static void wait_for_turn(struct thread *me)
{
    me->waits = true;
    while (!may_go(me)) {
        int seen = atomic_load(&turn_word);
        unthread_release();
        futex(&turn_word, FUTEX_WAIT, seen);
        unthread_acquire();
    }
    me->waits = false;
}

/* Returns when the thread may do it. */
void unthread_happens(const struct event *given)
{
    struct thread *me = unthread_self;
    if (me == NULL || unthread_inside != 0)
        return;
    struct event copy = *given, *event = &copy;
    event->place = unthread_place(event->pc);
    unthread_acquire();
    unthread.progress++;
    if (unthread_continues(me, event)) {
        unthread_release();
        return;
    }
    finish(me);
    me->last = *event;
    int chosen = AGAIN;
    while (chosen == AGAIN) {
        wait_for_turn(me);
        chosen = unthread.next < unthread_step_count ? unthread_choose(me, event) : unthread_at_end(me, event);
    }
    if (chosen != EXTRA)
        unthread_take(me, chosen, event);
    unthread_release();
    if (chosen == EXTRA && me->spins > MOST_SPINS && event->kind != CALLS)
        unthread_pause_for(100); /* it may wait in a loop of its own */
}

void unthread_end_section(void)
{
    if (unthread_self != NULL)
        unthread_self->in_section = false;
}

bool unthread_has_step(const char *call, int part)
{
    for (int i = 0; i < unthread_step_count; i++) {
        const struct step *step = &unthread_steps[i];
        if (step->kind == CALL && step->part == part && strcmp(step->call, call) == 0)
            return true;
    }
    return false;
}

void unthread_call(const char *name, uintptr_t pc)
{
    unthread_happens(&(struct event){.kind = CALLS, .call = name, .pc = pc});
}

/* The next call that the plan has for the thread. */
static bool is_next_call(const struct thread *me, const char *name, int part)
{
    int from = me->executing == NOWHERE ? unthread.next : me->executing + 1;
    int index = unthread_own_step(number_of(me), from);
    while (index < unthread_step_count && unthread_steps[index].kind != CALL)
        index = unthread_own_step(number_of(me), index + 1);
    if (index >= unthread_step_count)
        return false;
    const struct step *step = &unthread_steps[index];
    return step->part == part && strcmp(step->call, name) == 0;
}

/* The thread is in the call: does it get out again? */
bool unthread_will_return(const char *call)
{
    if (unthread_self == NULL || unthread_self->in_section)
        return false;
    unthread_acquire();
    bool will = is_next_call(unthread_self, call, 1);
    unthread_release();
    return will;
}

/* The step of the thread is over, although the thread may wait before its next event. */
void unthread_hand_on(void)
{
    if (unthread_self == NULL || unthread_self->in_section)
        return;
    unthread_acquire();
    finish(unthread_self);
    unthread_release();
}

/* The return from a call that waits, if the plan has it. */
void unthread_call_part(const char *name, int part, uintptr_t pc)
{
    unthread_hand_on();
    if (unthread_self != NULL && unthread_will_return(name))
        unthread_happens(&(struct event){.kind = CALLS, .call = name, .part = part, .pc = pc});
}

int unthread_thread(void)
{
    return unthread_self != NULL ? number_of(unthread_self) : NOWHERE;
}

/* ---- threads ---- */

/* Called by the thread that creates one, in its turn. */
int unthread_new_thread(void)
{
    unthread_acquire();
    int number = unthread.thread_count < MOST_THREADS ? unthread.thread_count++ : NOWHERE;
    if (number != NOWHERE)
        unthread.threads[number] = (struct thread){.exists = true, .executing = NOWHERE};
    unthread_release();
    return number;
}

void unthread_begin_thread(int number)
{
    unthread_self = number == NOWHERE ? NULL : &unthread.threads[number];
    if (unthread_self != NULL)
        unthread_self->kernel_number = syscall(SYS_gettid);
}

void unthread_end_thread(void)
{
    struct thread *me = unthread_self;
    if (me == NULL)
        return;
    unthread_happens(&(struct event){.kind = LEAVES});
    unthread_acquire();
    finish(me);
    me->is_over = true;
    unthread_skip(me, unthread.next, unthread_step_count);
    unthread_self = NULL;
    unthread_release();
}

static const struct input *next_input(struct thread *me, const char *call)
{
    for (int i = me->inputs; i < unthread_input_count; i++) {
        const struct input *input = &unthread_inputs[i];
        if (input->thread == number_of(me) && strcmp(input->call, call) == 0) {
            me->inputs = i + 1;
            return input;
        }
    }
    return NULL;
}

/* The next value that the plan has for this thread; NULL if there is none. */
const struct input *unthread_input(const char *call)
{
    unthread_inside++;
    const struct input *input = unthread_self == NULL ? NULL : next_input(unthread_self, call);
    unthread_inside--;
    return input;
}

/* ---- start ---- */

/* The program reads what it read in the trace. */
static void feed_input(void)
{
    int file = unthread_stdin_count > 0 ? memfd_create("stdin", MFD_CLOEXEC) : -1;
    if (file < 0 || write(file, unthread_stdin, (size_t)unthread_stdin_count) != unthread_stdin_count)
        return;
    lseek(file, 0, SEEK_SET);
    dup2(file, STDIN_FILENO);
    close(file);
}

__attribute__((constructor(101))) static void begin(void)
{
    unthread_read_image();
    unthread.is_done = __real_calloc((size_t)unthread_step_count + 1, sizeof *unthread.is_done);
    unthread.bases = __real_calloc((size_t)unthread_object_count + 1, sizeof *unthread.bases);
    unthread.is_skipped = __real_calloc((size_t)unthread_step_count + 1, sizeof *unthread.is_skipped);
    if (unthread.is_done == NULL || unthread.is_skipped == NULL || unthread.bases == NULL)
        abort();
    for (int i = 0; i < unthread_object_count; i++)
        if (unthread_objects[i].storage == STATIC)
            unthread.bases[i] = unthread_symbol(unthread_objects[i].name, unthread_objects[i].size);
    unthread_begin_thread(unthread_new_thread());
    unthread_catch_signals();
    feed_input();
    atexit(unthread_on_exit);
    pthread_t watcher;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    __real_pthread_create(&watcher, &detached, unthread_watch, NULL);
    pthread_attr_destroy(&detached);
}
