/* Who may go on, and when: the steps of the plan are taken in their order.

   An event is what a thread is about to do: an access to memory, a call of a library function, its end. It
   waits until the thread's turn comes, and is then compared with the next step. That step is over when the
   next event of the thread begins, since only then it is certain that it has taken effect. Events that are no
   steps of the plan (accesses to memory that no other thread can know) happen in the thread's turn, too. */
#define _GNU_SOURCE
#include "runtime.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void __real_free(void *);
void *__real_calloc(size_t, size_t);

enum { MOST_THREADS = 1024, LOOK_AHEAD = 256 };
enum { TICK = 2, STUCK_AFTER = 1000, DEADLOCKED_AFTER = 20, SPINS = 50 }; /* milliseconds, iterations */

struct thread {
    bool exists, is_over;
    bool waits;         /* for its turn */
    bool in_section;    /* all that it does is part of the step that it takes */
    bool is_pending;    /* stands before its access of the race */
    int executing;      /* the step that it takes; NOWHERE: none */
    size_t remaining;   /* accesses of the section that it executes */
    int spins;          /* events since all steps were taken */
    int inputs;         /* values that it has asked for */
    long kernel_number;
    struct event last;  /* what it does now, or waits to do */
};

static struct thread threads[MOST_THREADS];
static int thread_count;
static __thread struct thread *self;
static int next; /* the first step that is not over */
static bool *is_done;
static bool *is_skipped; /* done without having been taken */
static uintptr_t *bases; /* of the objects; 0: not known yet */
static unsigned long progress;
static bool has_failed;
static struct place whole_copy = {NOWHERE, 0}; /* that the trace interrupts */
static struct place reordered = {NOWHERE, 0};  /* where the compiler evaluates in another order */

static int number_of(const struct thread *thread)
{
    return (int)(thread - threads);
}

/* ---- one thread of the runtime's at a time ---- */

static atomic_int owner_word; /* 0: free, 1: taken, 2: taken, and others wait */
static atomic_int turn_word;  /* changes whenever the turn may have */

static void futex(atomic_int *word, int operation, int value)
{
    syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void acquire(void)
{
    int expected = 0;
    if (atomic_compare_exchange_strong(&owner_word, &expected, 1))
        return;
    while (atomic_exchange(&owner_word, 2) != 0)
        futex(&owner_word, FUTEX_WAIT, 2);
}

static void release(void)
{
    if (atomic_exchange(&owner_word, 0) == 2)
        futex(&owner_word, FUTEX_WAKE, 1);
}

/* The program's own calls for this come to the runtime. */
static void pause_for(long microseconds)
{
    struct timespec time = {0, microseconds * 1000};
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
}

static void wake_all(void)
{
    progress++;
    atomic_fetch_add(&turn_word, 1);
    futex(&turn_word, FUTEX_WAKE, 0x7fffffff);
}

/* ---- steps ---- */

static const struct access *access_of(const struct step *step, int index)
{
    return &unthread_accesses[step->first + index];
}

/* The first own step from here on that is not over; the number of steps if there is none. */
static int own_step(int thread, int from)
{
    while (from < unthread_step_count && (is_done[from] || unthread_steps[from].thread != thread))
        from++;
    return from;
}

static void advance(void)
{
    while (next < unthread_step_count && is_done[next])
        next++;
    wake_all();
}

static void finish(struct thread *me)
{
    if (me->executing == NOWHERE)
        return;
    is_done[me->executing] = true;
    me->executing = NOWHERE;
    advance();
}

/* ---- which event is which step ---- */

static bool is_in(uintptr_t address, uintptr_t start, size_t size)
{
    return start <= address && address - start < size;
}

static bool overlap(uintptr_t one, size_t size, uintptr_t other, size_t other_size)
{
    return is_in(one, other, other_size) || is_in(other, one, size);
}

static bool is_at(const struct event *event, int file, int line)
{
    struct place place = unthread_place(event->pc);
    return place.file == file && place.line == line;
}

/* An object that was not seen before may be the one at this address. */
static bool may_be(const struct object *object, const struct event *event, const struct access *access)
{
    uintptr_t base = event->address - (uintptr_t)access->offset;
    const struct block *block = unthread_block(base);
    if (event->size != access->size)
        return false;
    if (object->storage != HEAP)
        return block == NULL;
    if (block == NULL || block->start != base || block->freed_by != NOWHERE)
        return false;
    return block->allocated.line == object->line && block->allocated.file == object->file;
}

static bool touches(const struct access *access, const struct event *event, bool is_here)
{
    if (event->kind == READS ? access->writes : event->kind == WRITES && !access->writes)
        return false;
    uintptr_t base = bases[access->object];
    if (base == 0)
        return is_here && access->atomic == event->atomic &&
               may_be(&unthread_objects[access->object], event, access);
    return overlap(base + (uintptr_t)access->offset, access->size, event->address, event->size);
}

static bool is_access(const struct event *event)
{
    return event->kind == READS || event->kind == WRITES || event->kind == UPDATES;
}

static bool touches_any(int first, int count, const struct event *event, bool is_here)
{
    for (int i = 0; i < count; i++)
        if (touches(&unthread_accesses[first + i], event, is_here))
            return true;
    return false;
}

static bool fits(const struct step *step, const struct event *event)
{
    switch (step->kind) {
    case ACCESS:
    case SECTION:
        if (event->kind == BEGINS)
            return step->kind == SECTION;
        return is_access(event) &&
               touches_any(step->first, step->count, event, is_at(event, step->file, step->line));
    case CALL:
        return event->kind == CALLS && event->part == step->part && strcmp(event->call, step->call) == 0;
    case END:
        return event->kind == LEAVES;
    }
    return false;
}

static bool is_known(const struct step *step)
{
    for (int i = 0; i < step->count; i++)
        if (bases[access_of(step, i)->object] == 0)
            return false;
    return true;
}

/* The compiler may have left it out: two reads of a value become one, and what is known to be private has no
   hook. */
static bool may_be_missing(const struct step *step)
{
    if (step->kind != ACCESS)
        return step->is_optional;
    return !access_of(step, 0)->writes || !is_known(step);
}

/* The event is one that the plan would know of. */
static bool is_certain(const struct event *event)
{
    if (!is_access(event))
        return event->kind == CALLS && unthread_has_step(event->call, event->part);
    for (int i = 0; i < unthread_object_count; i++) {
        size_t size = unthread_objects[i].size != 0 ? unthread_objects[i].size : 1;
        if (bases[i] != 0 && is_in(event->address, bases[i], size))
            return true;
    }
    return false;
}

/* ---- taking steps ---- */

static void bind(const struct step *step, const struct event *event)
{
    bool is_here = is_at(event, step->file, step->line);
    for (int i = 0; i < step->count; i++) {
        const struct access *access = access_of(step, i);
        if (bases[access->object] == 0 && touches(access, event, is_here))
            bases[access->object] = event->address - (uintptr_t)access->offset;
    }
}

/* Steps of other threads between two steps of a copy cannot be forced. */
static void note_copy(int from, int to)
{
    for (int i = from; i < to; i++)
        if (unthread_steps[i].thread != unthread_steps[from].thread)
            whole_copy = (struct place){unthread_steps[from].file, unthread_steps[from].line};
}

/* Copies of records have one hook, but one step for each member. */
static void take_covered(struct thread *me, int taken, const struct event *event)
{
    const struct step *step = &unthread_steps[taken];
    if (step->kind != ACCESS || event->size <= access_of(step, 0)->size)
        return;
    int index = taken;
    while ((index = own_step(number_of(me), index + 1)) < unthread_step_count) {
        const struct step *other = &unthread_steps[index];
        if (other->kind != ACCESS || other->file != step->file || other->line != step->line)
            return;
        if (touches(access_of(other, 0), event, false) || (!is_known(other) && fits(other, event))) {
            note_copy(taken, index);
            is_done[index] = true;
        }
    }
}

static void take(struct thread *me, int index, const struct event *event)
{
    const struct step *step = &unthread_steps[index];
    me->executing = index;
    me->remaining = 0;
    if (event->kind == BEGINS)
        me->in_section = true;
    if (!is_access(event))
        return;
    bind(step, event);
    take_covered(me, index, event);
    if (step->kind == SECTION && event->kind != UPDATES)
        me->remaining = (size_t)step->count - 1;
}

enum { EXTRA = -1, AGAIN = -2 };

/* Own steps from `from` up to `to` will not come any more. */
static int skip(struct thread *me, int from, int to)
{
    for (int i = from; i < to; i++)
        if (unthread_steps[i].thread == number_of(me) && !is_done[i])
            is_done[i] = is_skipped[i] = true;
    advance();
    return AGAIN;
}

/* The event is a step that was left out, because a later one of its line came first. */
static void note_order(const struct thread *me, const struct event *event)
{
    for (int i = next - 1; i >= 0 && i >= next - LOOK_AHEAD; i--) {
        const struct step *step = &unthread_steps[i];
        if (is_skipped[i] && step->thread == number_of(me) && fits(step, event))
            reordered = (struct place){step->file, step->line};
    }
}

static int end_of_slice(int from)
{
    int thread = unthread_steps[from].thread;
    while (from < unthread_step_count && (is_done[from] || unthread_steps[from].thread == thread))
        from++;
    return from;
}

/* In the thread's turn: the step that the event is; or EXTRA; or AGAIN, when it is one of a later turn. */
static int choose(struct thread *me, const struct event *event)
{
    int index = next;
    if (fits(&unthread_steps[index], event))
        return index;
    bool all_may_be_missing = true;
    int end = end_of_slice(next);
    for (int seen = 0; seen < LOOK_AHEAD; seen++) {
        if (!may_be_missing(&unthread_steps[index]))
            break;
        index = own_step(number_of(me), index + 1);
        if (index >= unthread_step_count)
            break;
        if (fits(&unthread_steps[index], event))
            return skip(me, next, index);
    }
    for (int i = next; i < end; i++)
        all_may_be_missing = all_may_be_missing && (is_done[i] || may_be_missing(&unthread_steps[i]));
    note_order(me, event);
    return all_may_be_missing && is_certain(event) ? skip(me, next, end) : EXTRA;
}

/* ---- the end of the plan ---- */

static const struct participant *part_of(const struct thread *me)
{
    for (int i = 0; i < unthread_participant_count; i++)
        if (unthread_participants[i].thread == number_of(me))
            return &unthread_participants[i];
    return NULL;
}

static const char *file_name(struct place place)
{
    return place.file == NOWHERE ? "?" : unthread_files[place.file];
}

static const char *verb(const struct event *event)
{
    if (event->kind == CALLS)
        return "calls";
    return event->kind == READS ? "reads" : event->kind == WRITES ? "writes" : "updates";
}

static void show_access(const struct thread *thread)
{
    const struct event *event = &thread->last;
    struct place place = unthread_place(event->pc);
    int number = number_of(thread);
    if (event->kind == CALLS)
        unthread_say("  thread %d is about to call %s at %s:%d", number, event->call, file_name(place), place.line);
    else
        unthread_say("  thread %d is about to %s%s %zu byte%s at %p, at %s:%d", number,
                     event->atomic ? "atomically " : "",
                     event->kind == READS ? "read" : event->kind == WRITES ? "write" : "update", event->size,
                     event->size == 1 ? "" : "s", (void *)event->address, file_name(place), place.line);
}

static bool conflict(const struct event *one, const struct event *other)
{
    if (!is_access(one) || !is_access(other))
        return true; /* what a library function accesses is known to the plan alone */
    return overlap(one->address, one->size, other->address, other->size) &&
           (one->kind != READS || other->kind != READS) && !(one->atomic && other->atomic);
}

/* A thread stands before its access; when both do, that is the race. */
static void stand(struct thread *me)
{
    me->is_pending = true;
    const struct thread *one = &threads[unthread_participants[0].thread];
    const struct thread *other = &threads[unthread_participants[1].thread];
    wake_all();
    if (!one->is_pending || !other->is_pending || !conflict(&one->last, &other->last))
        return;
    has_failed = true;
    unthread_say("data race: two threads stand before conflicting accesses");
    show_access(one);
    show_access(other);
    unthread_note("race", number_of(one), unthread_place(one->last.pc));
    unthread_fail();
}

static bool fits_part(const struct participant *part, const struct event *event)
{
    if (!is_at(event, part->file, part->line))
        return false;
    if (event->kind == CALLS)
        return strcmp(event->call, part->call) == 0;
    return is_access(event) && touches_any(part->first, part->count, event, true);
}

#ifdef UNTHREAD_ASAN

const void *__asan_region_is_poisoned(void *, size_t);
void __asan_report_error(void *, void *, void *, void *, int, size_t);

const char *__asan_default_options(void)
{
    return "abort_on_error=1:detect_leaks=0:handle_segv=0:handle_abort=0";
}

/* AddressSanitizer knows which memory may be accessed, and reports what may not. */
static void check_heap(const struct thread *me, const struct event *event)
{
    void *address = (void *)event->address;
    if (!is_access(event) || __asan_region_is_poisoned(address, event->size) == NULL)
        return;
    has_failed = true;
    unthread_note("access", number_of(me), unthread_place(event->pc));
    unthread_failing_step();
    void *frame = __builtin_frame_address(0);
    __asan_report_error((void *)event->pc, frame, frame, address, event->kind != READS, event->size);
}

#else

static void check_heap(const struct thread *me, const struct event *event)
{
    const struct block *block = unthread_block(event->address);
    if (block == NULL || !is_access(event))
        return;
    struct place place = unthread_place(event->pc);
    size_t offset = event->address - block->start;
    bool is_inside = block->start <= event->address && offset + event->size <= block->size;
    if (block->freed_by == NOWHERE && is_inside)
        return;
    unthread_say("invalid access: thread %d %s %zu byte%s %s a heap block of %zu, at %s:%d", number_of(me), verb(event),
                 event->size, event->size == 1 ? "" : "s", is_inside ? "of" : "outside of", block->size,
                 file_name(place), place.line);
    unthread_say("  allocated at %s:%d", file_name(block->allocated), block->allocated.line);
    if (block->freed_by != NOWHERE)
        unthread_say("  freed by thread %d at %s:%d", block->freed_by, file_name(block->freed), block->freed.line);
    has_failed = true;
    unthread_note("access", number_of(me), place);
    unthread_fail();
}

#endif

/* All steps are taken: what the thread does now leads to the failure. */
static int at_end(struct thread *me, const struct event *event)
{
    me->spins++;
    const struct participant *part = part_of(me);
    if (unthread_ending.failure == RACE && part != NULL && fits_part(part, event)) {
        stand(me);
        return AGAIN;
    }
    if (unthread_ending.failure == BAD_ACCESS)
        check_heap(me, event);
    note_order(me, event);
    return EXTRA;
}

/* ---- turns ---- */

static bool may_go(const struct thread *me)
{
    if (has_failed)
        return false;
    if (next < unthread_step_count)
        return unthread_steps[next].thread == number_of(me);
    switch (unthread_ending.failure) {
    case DEADLOCK:
        return true;
    case RACE:
        return part_of(me) != NULL && !me->is_pending;
    default:
        return number_of(me) == unthread_ending.thread;
    }
}

static void wait_for_turn(struct thread *me)
{
    me->waits = true;
    while (!may_go(me)) {
        int seen = atomic_load(&turn_word);
        release();
        futex(&turn_word, FUTEX_WAIT, seen);
        acquire();
    }
    me->waits = false;
}

/* A further access of the section that the thread executes. */
static bool continues_section(struct thread *me, const struct event *event)
{
    if (me->in_section)
        return true;
    if (me->executing == NOWHERE || me->remaining == 0 || !is_access(event))
        return false;
    const struct step *step = &unthread_steps[me->executing];
    if (!touches_any(step->first, step->count, event, is_at(event, step->file, step->line)))
        return false;
    bind(step, event);
    me->remaining = event->kind == UPDATES ? 0 : me->remaining - 1; /* an operation that is atomic is all of it */
    return true;
}

/* Returns when the thread may do it. */
void unthread_happens(const struct event *event)
{
    struct thread *me = self;
    if (me == NULL)
        return;
    acquire();
    progress++;
    if (continues_section(me, event)) {
        release();
        return;
    }
    finish(me);
    me->last = *event;
    int chosen = AGAIN;
    while (chosen == AGAIN) {
        wait_for_turn(me);
        chosen = next < unthread_step_count ? choose(me, event) : at_end(me, event);
    }
    if (chosen != EXTRA)
        take(me, chosen, event);
    release();
    if (chosen == EXTRA && me->spins > SPINS && event->kind != CALLS)
        pause_for(100); /* it may wait in a loop of its own */
}

void unthread_end_section(void)
{
    if (self != NULL)
        self->in_section = false;
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
    int from = me->executing == NOWHERE ? next : me->executing + 1;
    int index = own_step(number_of(me), from);
    while (index < unthread_step_count && unthread_steps[index].kind != CALL)
        index = own_step(number_of(me), index + 1);
    if (index >= unthread_step_count)
        return false;
    const struct step *step = &unthread_steps[index];
    return step->part == part && strcmp(step->call, name) == 0;
}

/* The thread is in the call: does it get out again? */
bool unthread_will_return(const char *call)
{
    if (self == NULL || self->in_section)
        return false;
    acquire();
    bool will = is_next_call(self, call, 1);
    release();
    return will;
}

/* The step of the thread is over, although the thread may wait before its next event. */
void unthread_hand_on(void)
{
    if (self == NULL || self->in_section)
        return;
    acquire();
    finish(self);
    release();
}

/* The return from a call that waits, if the plan has it. */
void unthread_call_part(const char *name, int part, uintptr_t pc)
{
    unthread_hand_on();
    if (self != NULL && unthread_will_return(name))
        unthread_happens(&(struct event){.kind = CALLS, .call = name, .part = part, .pc = pc});
}

int unthread_thread(void)
{
    return self != NULL ? number_of(self) : NOWHERE;
}

/* ---- threads ---- */

/* Called by the thread that creates one, in its turn. */
int unthread_new_thread(void)
{
    acquire();
    int number = thread_count < MOST_THREADS ? thread_count++ : NOWHERE;
    if (number != NOWHERE)
        threads[number] = (struct thread){.exists = true, .executing = NOWHERE};
    release();
    return number;
}

void unthread_begin_thread(int number)
{
    self = number == NOWHERE ? NULL : &threads[number];
    if (self != NULL)
        self->kernel_number = syscall(SYS_gettid);
}

void unthread_end_thread(void)
{
    struct thread *me = self;
    if (me == NULL)
        return;
    unthread_happens(&(struct event){.kind = LEAVES});
    acquire();
    finish(me);
    me->is_over = true;
    skip(me, next, unthread_step_count);
    self = NULL;
    release();
}

/* The next value that the plan has for this thread; NULL if there is none. */
const struct input *unthread_input(const char *call)
{
    if (self == NULL)
        return NULL;
    for (int i = self->inputs; i < unthread_input_count; i++) {
        const struct input *input = &unthread_inputs[i];
        if (input->thread == number_of(self) && strcmp(input->call, call) == 0) {
            self->inputs = i + 1;
            return input;
        }
    }
    return NULL;
}

/* ---- failures that come by themselves ---- */

void unthread_note_failure(const char *outcome, uintptr_t pc)
{
    has_failed = true;
    unthread_note(outcome, unthread_thread(), unthread_place(pc));
}

void unthread_bad_free(const void *memory, const struct block *block, uintptr_t pc)
{
    struct place place = unthread_place(pc);
    unthread_say("invalid free: thread %d frees %p at %s:%d, which is %s", unthread_thread(), memory, file_name(place),
                 place.line, block == NULL ? "not a heap block" : block->freed_by == NOWHERE ? "inside a block" : "freed");
    if (block != NULL && block->freed_by != NOWHERE)
        unthread_say("  freed by thread %d at %s:%d", block->freed_by, file_name(block->freed), block->freed.line);
    unthread_note_failure("free", pc);
    unthread_fail();
}

/* A function that it is an error to call, whatever its body does. */
void unthread_error_function(const char *name, uintptr_t pc)
{
    if (self == NULL || unthread_ending.failure != ERROR_CALL || strcmp(name, unthread_ending.function) != 0)
        return;
    unthread_call(name, pc);
    unthread_say("thread %d calls %s()", unthread_thread(), name);
    has_failed = true;
    unthread_note("error call", unthread_thread(), (struct place){unthread_ending.file, unthread_ending.line});
    unthread_fail();
}

/* A block begins: of that function, or at the label, in its line or in that of its statement. */
void unthread_error_block(uintptr_t pc)
{
    if (unthread_ending.failure == ERROR_CALL)
        unthread_error_function(unthread_function(pc), pc);
    struct place place = unthread_place(pc);
    if (unthread_ending.failure != ERROR_LABEL || place.file != unthread_ending.file || self == NULL ||
        (place.line != unthread_ending.line && place.line != unthread_ending.line + 1))
        return;
    unthread_call("", pc);
    if (next < unthread_step_count)
        return;
    unthread_say("thread %d reaches the label in %s:%d", unthread_thread(), file_name(place), unthread_ending.line);
    has_failed = true;
    unthread_note("error label", unthread_thread(), (struct place){unthread_ending.file, unthread_ending.line});
    unthread_fail();
}

/* What the C library keeps in a mutex tells whether it may be used so. */
static const char *misuse(const char *call, const pthread_mutex_t *mutex)
{
    bool is_held = mutex->__data.__lock != 0;
    bool is_own = is_held && mutex->__data.__owner == (int)self->kernel_number;
    if (mutex->__data.__kind == -1)
        return "the mutex is destroyed";
    if (strstr(call, "unlock") != NULL)
        return !is_held ? "the mutex is not locked" : is_own ? NULL : "another thread holds the mutex";
    if (strstr(call, "destroy") != NULL)
        return is_held ? "the mutex is locked" : NULL;
    return is_own ? "the thread holds the mutex already" : NULL;
}

static bool is_about_mutex(const char *call)
{
    return strncmp(call, "pthread_mutex_", 14) == 0 || strncmp(call, "mtx_", 4) == 0;
}

/* A call that breaks a rule of the library is the failure, whether the library notices it or not. */
static void check_misuse(const char *call, const void *argument, uintptr_t pc)
{
    struct place place = unthread_place(pc);
    if (unthread_ending.failure != BAD_LOCK || next < unthread_step_count || self == NULL ||
        number_of(self) != unthread_ending.thread)
        return;
    if (place.file != unthread_ending.file || place.line != unthread_ending.line)
        return;
    const char *reason = is_about_mutex(call) ? misuse(call, argument) : unthread_ending.message;
    if (reason == NULL)
        return;
    unthread_say("thread %d calls %s at %s:%d: %s", unthread_thread(), call, file_name(place), place.line, reason);
    unthread_note_failure("lock", pc);
    unthread_fail();
}

/* The thunks of plan.c: `argument` is the first. */
void unthread_enter(const char *name, uintptr_t pc, const void *argument)
{
    unthread_call(name, pc);
    check_misuse(name, argument, pc);
}

static uintptr_t counter_in(const ucontext_t *context)
{
#ifdef __x86_64__
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t)context->uc_mcontext.gregs[REG_EIP];
#endif
}

static void on_signal(int signal_number, siginfo_t *info, void *context)
{
    (void)info;
    int thread = self != NULL ? number_of(self) : NOWHERE;
    unthread_say("thread %d is ended by signal %d (%s)", thread, signal_number, sigdescr_np(signal_number));
    struct place place = unthread_place(counter_in(context) + 1);
    if (place.line == 0 && self != NULL)
        place = unthread_place(self->last.pc); /* in the library */
    unthread_note("signal", thread, place);
    unthread_failing_step();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void catch_signals(void)
{
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESETHAND};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
}

/* ---- who waits for ever ---- */

/* Asleep in the kernel: 'S' follows the name, which is in parentheses. */
static bool is_asleep(long kernel_number)
{
    char name[64], text[512];
    snprintf(name, sizeof name, "/proc/self/task/%ld/stat", kernel_number);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    const char *end = strrchr(text, ')');
    return end != NULL && strncmp(end, ") S", 3) == 0;
}

static bool is_stuck(const struct thread *thread)
{
    if (!thread->exists || thread->is_over || thread->waits)
        return true;
    if (thread->last.kind == CALLS && thread->kernel_number != 0)
        return is_asleep(thread->kernel_number);
    return thread->spins > SPINS; /* waits in a loop of its own */
}

static bool are_stuck(void)
{
    for (int i = 0; i < thread_count; i++)
        if (!is_stuck(&threads[i]))
            return false;
    return true;
}

static void show_waiting(const struct thread *thread)
{
    struct place place = unthread_place(thread->last.pc);
    if (!thread->waits && thread->last.kind == CALLS)
        unthread_say("  thread %d waits in %s at %s:%d", number_of(thread), thread->last.call, file_name(place), place.line);
    else if (!thread->waits)
        unthread_say("  thread %d waits in a loop at %s:%d", number_of(thread), file_name(place), place.line);
    else
        unthread_say("  thread %d stands at %s:%d", number_of(thread), file_name(place), place.line);
}

static void show_all(void)
{
    for (int i = 0; i < thread_count; i++)
        if (threads[i].exists && !threads[i].is_over)
            show_waiting(&threads[i]);
}

static void show_deadlock(void)
{
    has_failed = true;
    unthread_say("deadlock: no thread can go on");
    show_all();
    unthread_note("deadlock", unthread_ending.thread, (struct place){unthread_ending.file, unthread_ending.line});
    unthread_fail();
}

static void show_next_step(void)
{
    if (next >= unthread_step_count) {
        unthread_say("not reproduced: all %d steps were taken, but not: %s", unthread_step_count, unthread_ending.message);
        return;
    }
    const struct step *step = &unthread_steps[next];
    struct place place = {step->file, step->line};
    unthread_say("not reproduced: step %d of %d was not taken: thread %d at %s:%d%s%s", next + 1, unthread_step_count,
                 step->thread, file_name(place), place.line, step->kind == CALL ? ", " : "", step->call);
}

static void show_obstacles(void)
{
    if (whole_copy.line != 0)
        unthread_say("  the copy at %s:%d cannot be interrupted", file_name(whole_copy), whole_copy.line);
    if (reordered.line != 0)
        unthread_say("  the compiler evaluates %s:%d in another order", file_name(reordered), reordered.line);
}

static void show_departure(const char *outcome)
{
    has_failed = true;
    show_next_step();
    show_obstacles();
    show_all();
    unthread_note(outcome, NOWHERE, reordered);
    unthread_give_up();
}

/* Looks now and then whether anybody still moves. */
static void *watch(void *unused)
{
    unsigned long seen = 0;
    int quiet = 0;
    for (;;) {
        pause_for(TICK * 1000);
        acquire();
        bool is_end = next >= unthread_step_count && unthread_ending.failure == DEADLOCK;
        bool is_quiet = are_stuck() && (is_end || progress == seen) && !has_failed;
        quiet = is_quiet ? quiet + TICK : 0;
        seen = progress;
        if (is_end && quiet >= DEADLOCKED_AFTER)
            show_deadlock();
        if (!is_end && quiet >= STUCK_AFTER)
            show_departure("stuck");
        release();
    }
    return unused;
}

/* The process is about to end, which is no failure. */
static void on_exit_of_process(void)
{
    if (self == NULL)
        return;
    unthread_happens(&(struct event){.kind = CALLS, .call = "exit"});
    acquire();
    if (unthread_ending.failure == LEAK)
        unthread_check_leaks();
    show_departure("exit");
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
    is_done = __real_calloc((size_t)unthread_step_count + 1, sizeof *is_done);
    bases = __real_calloc((size_t)unthread_object_count + 1, sizeof *bases);
    is_skipped = __real_calloc((size_t)unthread_step_count + 1, sizeof *is_skipped);
    if (is_done == NULL || is_skipped == NULL || bases == NULL)
        abort();
    for (int i = 0; i < unthread_object_count; i++)
        if (unthread_objects[i].storage == STATIC)
            bases[i] = unthread_symbol(unthread_objects[i].name, unthread_objects[i].size);
    unthread_begin_thread(unthread_new_thread());
    catch_signals();
    feed_input();
    atexit(on_exit_of_process);
    pthread_t watcher;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    __real_pthread_create(&watcher, &detached, watch, NULL);
    pthread_attr_destroy(&detached);
}
