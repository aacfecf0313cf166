/* What the parts of the schedule share: threads, and how far they are in the plan. */
#ifndef UNTHREAD_STATE_H
#define UNTHREAD_STATE_H

#include "runtime.h"

enum { MOST_THREADS = 1024 };
enum { MOST_SPINS = 50 }; /* events after which a thread waits in a loop of its own */
enum { EXTRA = -1, AGAIN = -2 }; /* instead of the number of a step: none; one of a later turn */

struct thread {
    bool exists, is_over;
    bool waits;        /* for its turn */
    bool in_section;   /* all that it does is part of the step that it takes */
    bool is_pending;   /* stands before its access of the race */
    int executing;     /* the step that it takes; NOWHERE: none */
    size_t remaining;  /* accesses of the section that it executes */
    int spins;         /* events since all steps were taken */
    int inputs;        /* values that it has asked for */
    long kernel_number;
    struct event last; /* what it does now, or waits to do */
};

/* Only the thread between `unthread_acquire` and `unthread_release` looks at it or changes it. */
struct state {
    struct thread threads[MOST_THREADS];
    int thread_count;
    int next;          /* the first step that is not over */
    bool *is_done;
    bool *is_skipped;  /* done without having been taken */
    uintptr_t *bases;  /* of the objects; 0: not known yet */
    unsigned long progress;
    bool has_failed;
    struct place whole_copy; /* that the trace interrupts */
    struct place reordered;  /* where the compiler evaluates in another order */
};

extern struct state unthread;
extern __thread struct thread *unthread_self;

static inline int number_of(const struct thread *thread)
{
    return (int)(thread - unthread.threads);
}

static inline const char *file_name(struct place place)
{
    return place.file == NOWHERE ? "?" : unthread_files[place.file];
}

/* ---- schedule.c ---- */

void unthread_acquire(void);
void unthread_release(void);
void unthread_pause_for(long microseconds);
void unthread_wake_all(void);
void unthread_advance(void);

/* ---- match.c: which event is which step ---- */

int unthread_own_step(int thread, int from);
bool unthread_is_access(const struct event *event);
bool unthread_is_at(const struct event *event, int file, int line);
bool unthread_overlap(uintptr_t one, size_t size, uintptr_t other, size_t other_size);
bool unthread_touches_any(int first, int count, const struct event *event, bool is_here);
int unthread_choose(struct thread *me, const struct event *event);
void unthread_take(struct thread *me, int index, const struct event *event);
bool unthread_continues(struct thread *me, const struct event *event);
int unthread_skip(struct thread *me, int from, int to);
void unthread_note_order(const struct thread *me, const struct event *event);

/* ---- failures.c ---- */

const struct participant *unthread_part_of(const struct thread *me);
int unthread_at_end(struct thread *me, const struct event *event);
void unthread_catch_signals(void);

/* ---- watch.c: who waits forever, and what could not be forced ---- */

void *unthread_watch(void *unused);
void unthread_on_exit(void);

#endif
