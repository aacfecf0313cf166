/* Which event is which step of the plan. */
#include "state.h"

#include <string.h>

enum { LOOK_AHEAD = 256 };

/* ---- steps ---- */

static const struct access *access_of(const struct step *step, int index)
{
    return &unthread_accesses[step->first + index];
}

/* The first own step from here on that is not over; the number of steps if there is none. */
int unthread_own_step(int thread, int from)
{
    while (from < unthread_step_count && (unthread.is_done[from] || unthread_steps[from].thread != thread))
        from++;
    return from;
}

/* ---- which event is which step ---- */

static bool is_in(uintptr_t address, uintptr_t start, size_t size)
{
    return start <= address && address - start < size;
}

bool unthread_overlap(uintptr_t one, size_t size, uintptr_t other, size_t other_size)
{
    return is_in(one, other, other_size) || is_in(other, one, size);
}

bool unthread_is_at(const struct event *event, int file, int line)
{
    return event->place.file == file && event->place.line == line;
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
    uintptr_t base = unthread.bases[access->object];
    if (base == 0)
        return is_here && access->atomic == event->atomic &&
               may_be(&unthread_objects[access->object], event, access);
    return unthread_overlap(base + (uintptr_t)access->offset, access->size, event->address, event->size);
}

bool unthread_is_access(const struct event *event)
{
    return event->kind == READS || event->kind == WRITES || event->kind == UPDATES;
}

bool unthread_touches_any(int first, int count, const struct event *event, bool is_here)
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
        return unthread_is_access(event) &&
               unthread_touches_any(step->first, step->count, event, unthread_is_at(event, step->file, step->line));
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
        if (unthread.bases[access_of(step, i)->object] == 0)
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
    if (!unthread_is_access(event))
        return event->kind == CALLS && unthread_has_step(event->call, event->part);
    for (int i = 0; i < unthread_object_count; i++) {
        size_t size = unthread_objects[i].size != 0 ? unthread_objects[i].size : 1;
        if (unthread.bases[i] != 0 && is_in(event->address, unthread.bases[i], size))
            return true;
    }
    return false;
}

/* ---- taking steps ---- */

static void bind(const struct step *step, const struct event *event)
{
    bool is_here = unthread_is_at(event, step->file, step->line);
    for (int i = 0; i < step->count; i++) {
        const struct access *access = access_of(step, i);
        if (unthread.bases[access->object] == 0 && touches(access, event, is_here))
            unthread.bases[access->object] = event->address - (uintptr_t)access->offset;
    }
}

/* Steps of other threads between two steps of a copy cannot be forced. */
static void note_copy(int from, int to)
{
    for (int i = from; i < to; i++)
        if (unthread_steps[i].thread != unthread_steps[from].thread)
            unthread.whole_copy = (struct place){unthread_steps[from].file, unthread_steps[from].line};
}

/* Copies of records have one hook, but one step for each member. */
static void take_covered(struct thread *me, int taken, const struct event *event)
{
    const struct step *step = &unthread_steps[taken];
    if (step->kind != ACCESS || event->size <= access_of(step, 0)->size)
        return;
    int index = taken;
    while ((index = unthread_own_step(number_of(me), index + 1)) < unthread_step_count) {
        const struct step *other = &unthread_steps[index];
        if (other->kind != ACCESS || other->file != step->file || other->line != step->line)
            return;
        if (touches(access_of(other, 0), event, false) || (!is_known(other) && fits(other, event))) {
            note_copy(taken, index);
            unthread.is_done[index] = true;
        }
    }
}

void unthread_take(struct thread *me, int index, const struct event *event)
{
    const struct step *step = &unthread_steps[index];
    me->executing = index;
    me->remaining = 0;
    if (event->kind == BEGINS)
        me->in_section = true;
    if (!unthread_is_access(event))
        return;
    bind(step, event);
    take_covered(me, index, event);
    if (step->kind == SECTION && event->kind != UPDATES)
        me->remaining = (size_t)step->count - 1;
}

/* Own steps from `from` up to `to` will not come any more. */
int unthread_skip(struct thread *me, int from, int to)
{
    for (int i = from; i < to; i++)
        if (unthread_steps[i].thread == number_of(me) && !unthread.is_done[i])
            unthread.is_done[i] = unthread.is_skipped[i] = true;
    unthread_advance();
    return AGAIN;
}

/* The event is a step that was left out, because a later one of its line came first. */
void unthread_note_order(const struct thread *me, const struct event *event)
{
    for (int i = unthread.next - 1; i >= 0 && i >= unthread.next - LOOK_AHEAD; i--) {
        const struct step *step = &unthread_steps[i];
        if (unthread.is_skipped[i] && step->thread == number_of(me) && fits(step, event))
            unthread.reordered = (struct place){step->file, step->line};
    }
}

static int end_of_slice(int from)
{
    int thread = unthread_steps[from].thread;
    while (from < unthread_step_count && (unthread.is_done[from] || unthread_steps[from].thread == thread))
        from++;
    return from;
}

/* In the thread's turn: the step that the event is; or EXTRA; or AGAIN, when it is one of a later turn. */
int unthread_choose(struct thread *me, const struct event *event)
{
    int index = unthread.next;
    if (fits(&unthread_steps[index], event))
        return index;
    bool all_may_be_missing = true;
    int end = end_of_slice(unthread.next);
    for (int seen = 0; seen < LOOK_AHEAD; seen++) {
        if (!may_be_missing(&unthread_steps[index]))
            break;
        index = unthread_own_step(number_of(me), index + 1);
        if (index >= unthread_step_count)
            break;
        if (fits(&unthread_steps[index], event))
            return unthread_skip(me, unthread.next, index);
    }
    for (int i = unthread.next; i < end; i++)
        all_may_be_missing = all_may_be_missing && (unthread.is_done[i] || may_be_missing(&unthread_steps[i]));
    unthread_note_order(me, event);
    return all_may_be_missing && is_certain(event) ? unthread_skip(me, unthread.next, end) : EXTRA;
}

/* What a thread has just written is read once more where the value of `++x` or `x = y` is used, by compilers that
   do not optimize; the plan has no step for that, and nobody may come in between. */
static bool reads_again(const struct thread *me, const struct event *event)
{
    const struct event *last = &me->last;
    if (me->executing == NOWHERE || event->kind != READS || last->kind != WRITES)
        return false;
    if (event->address != last->address || event->size != last->size ||
        !unthread_is_at(event, last->place.file, last->place.line))
        return false;
    int next = unthread_own_step(number_of(me), me->executing + 1);
    return next >= unthread_step_count || !fits(&unthread_steps[next], event);
}

/* A further access of the section that the thread executes. */
bool unthread_continues(struct thread *me, const struct event *event)
{
    if (me->in_section || reads_again(me, event))
        return true;
    if (me->executing == NOWHERE || me->remaining == 0 || !unthread_is_access(event))
        return false;
    const struct step *step = &unthread_steps[me->executing];
    if (!unthread_touches_any(step->first, step->count, event, unthread_is_at(event, step->file, step->line)))
        return false;
    bind(step, event);
    me->remaining = event->kind == UPDATES ? 0 : me->remaining - 1; /* an operation that is atomic is all of it */
    return true;
}
