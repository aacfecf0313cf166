/* <sys/epoll.h>: files in which there is an interest, level-triggered. Which files are ready is as in polling.c. With
   EPOLLET a channel reports what is new, which is not modelled; for all other files it makes no difference, as they
   report anything. */

#include "polling.h"

enum { MOST_INSTANCES = 4 };
enum { ADD = 1, DELETE = 2, MODIFY = 3 };

#define ONCE 0x40000000u
#define EDGE 0x80000000u

/* struct epoll_event. Its data is often a pointer. */
struct event {
    unsigned int events;
    union {
        void *pointer;
        unsigned long long number;
    } data;
} __attribute__((packed));

/* The file that stands for it, or zero; who is watched, and for what. */
struct instance {
    int file;
    file_set watched, input, output;
    struct event interests[MOST_FILES];
};

static struct instance instances[MOST_INSTANCES];

/* In a section. */
static void forget_in(struct instance *instance, int file)
{
    instance->watched &= ~SET_OF_FILE(file);
    instance->input &= ~SET_OF_FILE(file);
    instance->output &= ~SET_OF_FILE(file);
}

/* In a section: a file that was closed. Copies of it would still be watched. */
static void forget(int file)
{
    for (int i = 0; i < MOST_INSTANCES; i++) {
        if (instances[i].file == file)
            instances[i].file = 0;
        forget_in(&instances[i], file);
    }
}

int epoll_create1(int flags)
{
    (void)flags;
    __ut_atomic_begin();
    int file = __ut_new_file(), position = 0;
    while (position < MOST_INSTANCES && instances[position].file != 0)
        position++;
    if (position == MOST_INSTANCES)
        __ut_unmodelled("more than 4 instances of epoll");
    instances[position].file = file;
    instances[position].watched = instances[position].input = instances[position].output = 0;
    __ut_forget = forget;
    __ut_atomic_end();
    return file;
}

int epoll_create(int size)
{
    return size <= 0 ? fail_with(INVALID) : epoll_create1(0);
}

/* The instance of a file. */
static struct instance *instance_of(int file)
{
    __ut_atomic_begin();
    int position = 0;
    while (position < MOST_INSTANCES && (file <= 0 || instances[position].file != file))
        position++;
    __ut_atomic_end();
    return position < MOST_INSTANCES ? &instances[position] : 0;
}

/* In a section. */
static void watch(struct instance *instance, int file, const struct event *event)
{
    forget_in(instance, file);
    instance->interests[file] = *event;
    instance->watched |= SET_OF_FILE(file);
    if ((event->events & (INPUT | PEER_CLOSED)) != 0)
        instance->input |= SET_OF_FILE(file);
    if ((event->events & OUTPUT) != 0)
        instance->output |= SET_OF_FILE(file);
}

int epoll_ctl(int instance_file, int operation, int file, struct event *event)
{
    struct instance *instance = instance_of(instance_file);
    struct event wanted = {0, {0}};
    int error = 0;
    if (operation != DELETE)
        wanted = *event;
    if (instance == 0 || is_closed(file))
        return fail_with(BAD_FILE);
    if (file >= MOST_FILES || instance_of(file) != 0)
        __ut_unmodelled("epoll_ctl of this file");
    if (operation != DELETE && (wanted.events & EDGE) != 0 && channel_of(file) != 0)
        __ut_unmodelled("EPOLLET for a pipe, a socket, an eventfd or a timer");
    __ut_atomic_begin();
    _Bool known = is_in(instance->watched, file);
    if (operation == ADD && known)
        error = EXISTS;
    else if (operation != ADD && !known)
        error = 2; /* ENOENT */
    else if (operation == DELETE)
        forget_in(instance, file);
    else
        watch(instance, file, &wanted);
    __ut_atomic_end();
    return error == 0 ? 0 : fail_with(error);
}

/* In a section. Those that are reported once stay known, but for nothing. */
static void reported(struct instance *instance, int file)
{
    if ((instance->interests[file].events & ONCE) == 0)
        return;
    instance->interests[file].events = ONCE | EDGE; /* EDGE: nothing is asked for */
    instance->input &= ~SET_OF_FILE(file);
    instance->output &= ~SET_OF_FILE(file);
}

/* In a section: any of the watched files for which something is the case, up to `most`. */
static int collect(struct instance *instance, struct event *found, int most)
{
    struct moment_of_files now = this_moment();
    file_set left = instance->watched;
    int count = 0;
    for (int i = __builtin_popcountll(left); i > 0 && count < most; i--) {
        int file = __builtin_ctzll(left);
        left &= left - 1;
        struct event interest = instance->interests[file];
        unsigned int events = interest.events == (ONCE | EDGE) ? 0 : events_of(&now, file, interest.events & 0xffff);
        if (events == 0)
            continue;
        found[count].events = events;
        found[count].data = interest.data;
        count++;
        reported(instance, file);
    }
    return count;
}

#define IS_READY(instance)                                                                                       \
    ((__ut_readable & (instance)->input) != 0 || (__ut_writable & (instance)->output) != 0 ||                     \
     ((__ut_hung_up | __ut_broken) & (instance)->watched) != 0 || ((instance)->watched & ~__ut_channels) != 0)

enum { MOST_AT_ONCE = 8 };

static int wait_for_events(int file, struct event *events, int most, _Bool is_limited)
{
    int self = __ut_self();
    struct event found[MOST_AT_ONCE];
    struct instance *instance = instance_of(file);
    if (instance == 0)
        return fail_with(BAD_FILE);
    if (most <= 0)
        return fail_with(INVALID);
    __ut_atomic_begin();
    __ut_block_until(is_limited || IS_READY(instance) || IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self), outside = (instance->watched & ~__ut_channels) != 0;
    int count = canceled ? 0 : collect(instance, found, most < MOST_AT_ONCE ? most : MOST_AT_ONCE);
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    if (outside && count == 0 && __ut_nondet_bool())
        return fail();
    if (!is_limited)
        __ut_assume(count > 0);
    for (int i = 0; i < count; i++) {
        events[i].events = found[i].events;
        events[i].data = found[i].data;
    }
    return count;
}

int epoll_wait(int file, struct event *events, int most, int milliseconds)
{
    cancellation_point();
    return wait_for_events(file, events, most, milliseconds >= 0);
}

int epoll_pwait(int file, struct event *events, int most, int milliseconds, const void *mask)
{
    (void)mask;
    return epoll_wait(file, events, most, milliseconds);
}
