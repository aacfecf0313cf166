/* How the program fails when all steps are taken: what the runtime shows, and what comes by itself. */
#define _GNU_SOURCE
#include "state.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

/* ---- the end of the plan ---- */

const struct participant *unthread_part_of(const struct thread *me)
{
    for (int i = 0; i < unthread_participant_count; i++)
        if (unthread_participants[i].thread == number_of(me))
            return &unthread_participants[i];
    return NULL;
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
    struct place place = event->place;
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
    if (!unthread_is_access(one) || !unthread_is_access(other))
        return true; /* what a library function accesses is known to the plan alone */
    return unthread_overlap(one->address, one->size, other->address, other->size) &&
           (one->kind != READS || other->kind != READS) && !(one->atomic && other->atomic);
}

/* A thread stands before its access; when both do, that is the race. */
static void stand(struct thread *me)
{
    me->is_pending = true;
    const struct thread *one = &unthread.threads[unthread_participants[0].thread];
    const struct thread *other = &unthread.threads[unthread_participants[1].thread];
    unthread_wake_all();
    if (!one->is_pending || !other->is_pending || !conflict(&one->last, &other->last))
        return;
    unthread.has_failed = true;
    unthread_say("data race: two threads stand before conflicting accesses");
    show_access(one);
    show_access(other);
    unthread_note("race", number_of(one), one->last.place);
    unthread_fail();
}

static bool fits_part(const struct participant *part, const struct event *event)
{
    if (!unthread_is_at(event, part->file, part->line))
        return false;
    if (event->kind == CALLS)
        return strcmp(event->call, part->call) == 0;
    return unthread_is_access(event) && unthread_touches_any(part->first, part->count, event, true);
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
    if (!unthread_is_access(event) || __asan_region_is_poisoned(address, event->size) == NULL)
        return;
    unthread.has_failed = true;
    unthread_note("access", number_of(me), event->place);
    unthread_failing_step();
    void *frame = __builtin_frame_address(0);
    __asan_report_error((void *)event->pc, frame, frame, address, event->kind != READS, event->size);
}

#else

static void check_heap(const struct thread *me, const struct event *event)
{
    const struct block *block = unthread_block(event->address);
    if (block == NULL || !unthread_is_access(event))
        return;
    struct place place = event->place;
    size_t offset = event->address - block->start;
    bool is_inside = block->start <= event->address && offset + event->size <= block->size;
    if (block->freed_by == NOWHERE && is_inside)
        return;
    unthread_say("invalid access: thread %d %s %zu byte%s %s a heap block of %zu, at %s:%d", number_of(me),
                 verb(event), event->size, event->size == 1 ? "" : "s", is_inside ? "of" : "outside of", block->size,
                 file_name(place), place.line);
    unthread_say("  allocated at %s:%d", file_name(block->allocated), block->allocated.line);
    if (block->freed_by != NOWHERE)
        unthread_say("  freed by thread %d at %s:%d", block->freed_by, file_name(block->freed), block->freed.line);
    unthread.has_failed = true;
    unthread_note("access", number_of(me), place);
    unthread_fail();
}

#endif

/* The access beside a variable that the plan names, if it is known where that lies. */
static void check_variable(const struct thread *me, const struct event *event)
{
    const struct participant *part = unthread_part_of(me);
    if (part == NULL || !unthread_is_access(event) || !unthread_is_at(event, part->file, part->line))
        return;
    for (int i = 0; i < part->count; i++) {
        const struct access *access = &unthread_accesses[part->first + i];
        const struct object *object = &unthread_objects[access->object];
        uintptr_t base = unthread.bases[access->object];
        bool is_inside = access->offset >= 0 && (size_t)access->offset + access->size <= object->size;
        if (base == 0 || is_inside || event->address != base + (uintptr_t)access->offset)
            continue;
        unthread_say("invalid access: thread %d %s %zu byte%s outside of %s, which has %zu, at %s:%d", number_of(me),
                     verb(event), event->size, event->size == 1 ? "" : "s", object->name, (size_t)object->size,
                     file_name(event->place), event->place.line);
        unthread.has_failed = true;
        unthread_note("access", number_of(me), event->place);
        unthread_fail();
    }
}

/* All steps are taken: what the thread does now leads to the failure. */
int unthread_at_end(struct thread *me, const struct event *event)
{
    me->spins++;
    const struct participant *part = unthread_part_of(me);
    if (unthread_ending.failure == RACE && part != NULL && fits_part(part, event)) {
        stand(me);
        return AGAIN;
    }
    if (unthread_ending.failure == BAD_ACCESS) {
        check_heap(me, event);
        check_variable(me, event);
    }
    unthread_note_order(me, event);
    return EXTRA;
}

/* ---- failures that come by themselves ---- */

void unthread_note_failure(const char *outcome, uintptr_t pc)
{
    unthread.has_failed = true;
    unthread_note(outcome, unthread_thread(), unthread_place(pc));
}

void unthread_bad_free(const void *memory, const struct block *block, uintptr_t pc)
{
    struct place place = unthread_place(pc);
    const char *state = block == NULL ? "not a heap block" : block->freed_by == NOWHERE ? "inside a block" : "freed";
    unthread_say("invalid free: thread %d frees %p at %s:%d, which is %s", unthread_thread(), memory,
                 file_name(place), place.line, state);
    if (block != NULL && block->freed_by != NOWHERE)
        unthread_say("  freed by thread %d at %s:%d", block->freed_by, file_name(block->freed), block->freed.line);
    unthread_note_failure("free", pc);
    unthread_fail();
}

/* A function that it is an error to call, whatever its body does. */
void unthread_error_function(const char *name, uintptr_t pc)
{
    if (unthread_self == NULL || unthread_ending.failure != ERROR_CALL)
        return;
    unthread_inside++;
    bool is_error = strcmp(name, unthread_ending.function) == 0;
    unthread_inside--;
    if (!is_error)
        return;
    unthread_call(name, pc);
    unthread_say("thread %d calls %s()", unthread_thread(), name);
    unthread.has_failed = true;
    unthread_note("error call", unthread_thread(), (struct place){unthread_ending.file, unthread_ending.line});
    unthread_fail();
}

/* A block begins: of that function, or at the label, in its line or in that of its statement. */
void unthread_error_block(uintptr_t pc)
{
    if (unthread_ending.failure == ERROR_CALL)
        unthread_error_function(unthread_function(pc), pc);
    struct place place = unthread_place(pc);
    if (unthread_ending.failure != ERROR_LABEL || place.file != unthread_ending.file || unthread_self == NULL ||
        (place.line != unthread_ending.line && place.line != unthread_ending.line + 1))
        return;
    unthread_call("", pc);
    if (unthread.next < unthread_step_count)
        return;
    unthread_say("thread %d reaches the label in %s:%d", unthread_thread(), file_name(place), unthread_ending.line);
    unthread.has_failed = true;
    unthread_note("error label", unthread_thread(), (struct place){unthread_ending.file, unthread_ending.line});
    unthread_fail();
}

/* What the C library keeps in a mutex tells whether it may be used so. */
static const char *misuse(const char *call, const pthread_mutex_t *mutex)
{
    bool is_held = mutex->__data.__lock != 0;
    bool is_own = is_held && mutex->__data.__owner == (int)unthread_self->kernel_number;
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
    if (unthread_ending.failure != BAD_LOCK || unthread.next < unthread_step_count || unthread_self == NULL ||
        number_of(unthread_self) != unthread_ending.thread)
        return;
    if (place.file != unthread_ending.file || place.line != unthread_ending.line)
        return;
    unthread_inside++;
    const char *reason = is_about_mutex(call) ? misuse(call, argument) : unthread_ending.message;
    unthread_inside--;
    if (reason == NULL)
        return;
    unthread_say("thread %d calls %s at %s:%d: %s", unthread_thread(), call, file_name(place), place.line, reason);
    unthread_note_failure("lock", pc);
    unthread_fail();
}

static bool ends_thread(const char *name)
{
    unthread_inside++;
    bool ends = strcmp(name, "pthread_exit") == 0 || strcmp(name, "thrd_exit") == 0;
    unthread_inside--;
    return ends;
}

/* The thunks of plan.c: `argument` is the first. The runtime's own calls come here, too. */
void unthread_enter(const char *name, uintptr_t pc, const void *argument)
{
    if (unthread_self == NULL || unthread_inside != 0)
        return;
    unthread_call(name, pc);
    check_misuse(name, argument, pc);
    if (unthread_thread() == 0 && ends_thread(name))
        unthread_end_thread(); /* other threads do so on their way out */
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
    int thread = unthread_self != NULL ? number_of(unthread_self) : NOWHERE;
    unthread_say("thread %d is ended by signal %d (%s)", thread, signal_number, sigdescr_np(signal_number));
    struct place place = unthread_place(counter_in(context) + 1);
    if (place.line == 0 && unthread_self != NULL)
        place = unthread_self->last.place; /* in the library */
    unthread_note("signal", thread, place);
    unthread_failing_step();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void unthread_catch_signals(void)
{
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESETHAND};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
}
