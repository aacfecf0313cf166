/* Whether anybody still moves: deadlocks, and steps that could not be forced. */
#define _GNU_SOURCE
#include "state.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TICK = 2, STUCK_AFTER = 1000, DEADLOCKED_AFTER = 20 }; /* milliseconds */

/* ---- who waits forever ---- */

/* What the kernel says of a thread: the letter after its name, which is in parentheses; '\0': nothing. */
static char kernel_state(long kernel_number)
{
    char name[64], text[512];
    snprintf(name, sizeof name, "/proc/self/task/%ld/stat", kernel_number);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return '\0';
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    const char *end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' ? end[2] : '\0';
}

/* The first thread may end while the process continues. */
static bool is_gone(const struct thread *thread)
{
    return !thread->exists || thread->is_over ||
           (thread->kernel_number != 0 && kernel_state(thread->kernel_number) == 'Z');
}

static bool is_stuck(const struct thread *thread)
{
    if (thread->waits || is_gone(thread))
        return true;
    if (thread->last.kind == CALLS && thread->kernel_number != 0)
        return kernel_state(thread->kernel_number) == 'S';
    return thread->spins > MOST_SPINS; /* waits in a loop of its own */
}

static bool are_stuck(void)
{
    for (int i = 0; i < unthread.thread_count; i++)
        if (!is_stuck(&unthread.threads[i]))
            return false;
    return true;
}

static void show_waiting(const struct thread *thread)
{
    struct place place = thread->last.place;
    if (!thread->waits && thread->last.kind == CALLS)
        unthread_say("  thread %d waits in %s at %s:%d", number_of(thread), thread->last.call, file_name(place),
                     place.line);
    else if (!thread->waits)
        unthread_say("  thread %d waits in a loop at %s:%d", number_of(thread), file_name(place), place.line);
    else
        unthread_say("  thread %d stands at %s:%d", number_of(thread), file_name(place), place.line);
}

static void show_all(void)
{
    for (int i = 0; i < unthread.thread_count; i++)
        if (unthread.threads[i].exists && !unthread.threads[i].is_over)
            show_waiting(&unthread.threads[i]);
}

/* The threads that wait are those of the trace, in its lines. */
static bool is_deadlock(void)
{
    for (int i = 0; i < unthread_participant_count; i++) {
        const struct participant *part = &unthread_participants[i];
        const struct thread *thread = &unthread.threads[part->thread];
        if (is_gone(thread) || thread->waits || thread->last.place.line != part->line)
            return false;
    }
    return true;
}

static bool are_gone(void)
{
    for (int i = 0; i < unthread.thread_count; i++)
        if (!is_gone(&unthread.threads[i]))
            return false;
    return true;
}

static void show_deadlock(void)
{
    unthread.has_failed = true;
    unthread_say("deadlock: no thread can continue");
    show_all();
    struct place place = {unthread_ending.file, unthread_ending.line};
    unthread_note("deadlock", unthread_ending.thread, place);
    unthread_fail();
}

static void show_next_step(void)
{
    if (unthread.next >= unthread_step_count) {
        unthread_say("not reproduced: all %d steps were taken, but not: %s", unthread_step_count,
                     unthread_ending.message);
        return;
    }
    const struct step *step = &unthread_steps[unthread.next];
    struct place place = {step->file, step->line};
    unthread_say("not reproduced: step %d of %d was not taken: thread %d at %s:%d%s%s", unthread.next + 1,
                 unthread_step_count, step->thread, file_name(place), place.line, step->kind == CALL ? ", " : "",
                 step->call);
}

static void show_obstacles(void)
{
    struct place copy = unthread.whole_copy, order = unthread.reordered;
    if (copy.line != 0)
        unthread_say("  the copy at %s:%d cannot be interrupted", file_name(copy), copy.line);
    if (order.line != 0)
        unthread_say("  the compiler evaluates %s:%d in another order", file_name(order), order.line);
}

static void show_departure(const char *outcome)
{
    unthread.has_failed = true;
    show_next_step();
    show_obstacles();
    show_all();
    unthread_note(outcome, NOWHERE, unthread.reordered);
    unthread_give_up();
}

/* Looks now and then whether anybody still moves. */
void *unthread_watch(void *unused)
{
    unsigned long seen = 0;
    int quiet = 0;
    for (;;) {
        unthread_pause_for(TICK * 1000);
        unthread_acquire();
        bool is_end = unthread.next >= unthread_step_count && unthread_ending.failure == DEADLOCK;
        bool is_quiet = are_stuck() && (is_end || unthread.progress == seen) && !unthread.has_failed;
        quiet = is_quiet ? quiet + TICK : 0;
        seen = unthread.progress;
        if (is_end && quiet >= DEADLOCKED_AFTER && is_deadlock())
            show_deadlock();
        if (quiet >= STUCK_AFTER || (quiet > 0 && are_gone()))
            show_departure("stuck");
        unthread_release();
    }
    return unused;
}

/* The process is about to end, which is not a failure. */
void unthread_on_exit(void)
{
    if (unthread_self == NULL)
        return;
    unthread_happens(&(struct event){.kind = CALLS, .call = "exit"});
    unthread_acquire();
    if (unthread_ending.failure == LEAK)
        unthread_check_leaks();
    show_departure("exit");
}
