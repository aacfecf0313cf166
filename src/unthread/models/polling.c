/* poll and select. A channel (pipes and their like) is ready or not; whether any other file is, is the system's
   choice. Who waits without a limit waits until one of the channels is ready, unless other files are in question:
   those may become ready at any time. With a limit nobody waits: being late is the same as being scheduled late. */

#include "deadline.h"
#include "polling.h"

/* ---- poll ---- */

struct polled {
    int file;
    short events;
    short found;
};

/* What is asked for: channels to read and write, and whether there are other files. */
struct question {
    file_set input, output, channels;
    _Bool outside;
};

static struct question question_of(const struct polled *files, unsigned long count)
{
    struct question asked = {0, 0, 0, 0};
    __ut_atomic_begin();
    file_set channels = __ut_channels | __ut_closed_files; /* one that is not open is reported at once */
    __ut_atomic_end();
    for (unsigned long i = 0; i < count; i++) {
        int file = files[i].file;
        unsigned int events = (unsigned short)files[i].events;
        if (file < 0)
            continue;
        asked.outside = asked.outside || !is_in(channels, file);
        if (!is_in(channels, file))
            continue;
        asked.channels |= SET_OF_FILE(file);
        if ((events & INPUT) != 0)
            asked.input |= SET_OF_FILE(file);
        if ((events & OUTPUT) != 0)
            asked.output |= SET_OF_FILE(file);
    }
    return asked;
}

static int answer(struct polled *files, unsigned long count, const struct moment_of_files *now)
{
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        int file = files[i].file;
        unsigned int found = file < 0 ? 0 : events_of(now, file, (unsigned short)files[i].events);
        files[i].found = (short)found;
        ready += found != 0;
    }
    return ready;
}

static int poll_files(struct polled *files, unsigned long count, _Bool is_limited)
{
    int self = __ut_self();
    struct question asked = question_of(files, count);
    _Bool waits = !is_limited && !asked.outside;
    if (asked.outside && __ut_nondet_bool())
        return fail();
    __ut_atomic_begin();
    __ut_block_until(!waits || (__ut_readable & asked.input) != 0 || (__ut_writable & asked.output) != 0 ||
                     ((__ut_hung_up | __ut_broken | __ut_closed_files) & asked.channels) != 0 || IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self);
    struct moment_of_files now = this_moment();
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    int ready = answer(files, count, &now);
    if (!is_limited)
        __ut_assume(ready > 0); /* otherwise it continues waiting for what comes from outside */
    return ready;
}

int poll(struct polled *files, unsigned long count, int milliseconds)
{
    cancellation_point();
    return poll_files(files, count, milliseconds >= 0);
}

int ppoll(struct polled *files, unsigned long count, const struct timespec *limit, const void *mask)
{
    (void)mask;
    cancellation_point();
    if (limit != 0)
        read_time(limit);
    return poll_files(files, count, limit != 0);
}

int __poll_chk(struct polled *files, unsigned long count, int milliseconds, size_t size)
{
    (void)size;
    return poll(files, count, milliseconds);
}

/* ---- select ---- */

enum { WORD_BITS = 8 * sizeof(unsigned long), WORDS_IN_USE = MOST_FILES / (8 * sizeof(unsigned long)) };

/* The numbers below `limit` in an fd_set. */
static file_set read_set(const unsigned long *words, int limit)
{
    file_set set = 0;
    if (words == 0 || limit <= 0)
        return 0;
    int count = (limit + WORD_BITS - 1) / WORD_BITS;
    for (int i = 0; i < count; i++) {
        unsigned long word = words[i];
        if (i < WORDS_IN_USE)
            set |= (file_set)word << (i * WORD_BITS);
        else if (word != 0)
            __ut_unmodelled("select of a file with a number above 63");
    }
    return limit >= MOST_FILES ? set : set & (SET_OF_FILE(limit) - 1);
}

static int write_set(unsigned long *words, int limit, file_set set)
{
    if (words == 0 || limit <= 0)
        return 0;
    int count = (limit + WORD_BITS - 1) / WORD_BITS;
    for (int i = 0; i < count; i++)
        words[i] = i < WORDS_IN_USE ? (unsigned long)(set >> (i * WORD_BITS)) : 0;
    return __builtin_popcountll(set);
}

/* Those of the channels that are ready, and any of the other files. */
static file_set ready_of(file_set wanted, file_set ready, const struct moment_of_files *now)
{
    file_set open_to_chance = ~now->channels | (now->timers & ready);
    return wanted & ((ready & ~open_to_chance) | (__ut_nondet_ulonglong() & open_to_chance));
}

static int select_files(int limit, unsigned long *input, unsigned long *output, unsigned long *errors,
                        _Bool is_limited)
{
    int self = __ut_self();
    file_set readers = read_set(input, limit), writers = read_set(output, limit), others = read_set(errors, limit);
    file_set all = readers | writers | others;
    __ut_atomic_begin();
    _Bool outside = (all & ~__ut_channels) != 0, bad = (all & __ut_closed_files) != 0;
    __ut_atomic_end();
    if (bad)
        return fail_with(BAD_FILE);
    if (outside && __ut_nondet_bool())
        return fail();
    __ut_atomic_begin();
    __ut_block_until(is_limited || outside || (__ut_readable & readers) != 0 ||
                     ((__ut_writable | __ut_broken) & writers) != 0 || (__ut_closed_files & all) != 0 ||
                     IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self);
    struct moment_of_files now = this_moment();
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    int ready = write_set(input, limit, ready_of(readers, now.readable, &now));
    ready += write_set(output, limit, ready_of(writers, now.writable | now.broken, &now));
    ready += write_set(errors, limit, ready_of(others, 0, &now));
    if (!is_limited)
        __ut_assume(ready > 0);
    return ready;
}

int select(int limit, unsigned long *restrict input, unsigned long *restrict output,
           unsigned long *restrict errors, struct timespec *restrict time)
{
    cancellation_point();
    if (time != 0) /* a timeval, which Linux changes to what is left */
        read_time(time);
    int ready = select_files(limit, input, output, errors, time != 0);
    if (time != 0) {
        time->tv_sec = any_natural();
        time->tv_nsec = (long)(__ut_nondet_uint() % 1000000);
    }
    return ready;
}

int pselect(int limit, unsigned long *restrict input, unsigned long *restrict output,
            unsigned long *restrict errors, const struct timespec *restrict time, const void *restrict mask)
{
    (void)mask;
    cancellation_point();
    if (time != 0)
        read_time(time);
    return select_files(limit, input, output, errors, time != 0);
}

/* What FD_SET and its relatives of fortified headers check a number with. */
long __fdelt_chk(long number)
{
    if (number < 0 || number >= 1024)
        __ut_assert(0, "memory", "FD_SET of a file with a number above 1023");
    return number / WORD_BITS;
}
