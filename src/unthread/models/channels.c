/* Pipes, pairs of connected sockets, eventfd and timerfd: files with contents of their own, over which threads
   talk to each other. Making one does not fail, as resources do not run out. A channel is one direction: it has
   bytes, and the files that read and write it. Real pipes take 65536 bytes before a writer waits; more than
   CAPACITY at once are not modelled. */

#include "files.h"

enum { CAPACITY = 64, MOST_CHANNELS = 16, WORD = sizeof(void *), WORDS = CAPACITY / sizeof(void *) };
enum kind { BYTES, COUNTER, SEMAPHORE, TIMER };

struct channel {
    enum kind kind;
    unsigned int unit, first, count; /* bytes or words, in a ring: pointers stay whole */
    unsigned char bytes[CAPACITY];
    void *words[WORDS];
    unsigned long long value; /* of a counter; of a timer whether it is set, once (1) or again and again (2) */
    file_set readers, writers;
};

static struct channel channels[MOST_CHANNELS];

/* By number of the file: the channels that it reads and writes, counted from one. */
static unsigned char incoming[MOST_FILES], outgoing[MOST_FILES];

/* What a thread can wait for. A timer that is set counts as readable: nobody knows how late it is. */
file_set __ut_readable;
file_set __ut_writable;
file_set __ut_hung_up; /* nobody writes any more */
file_set __ut_emptied; /* and nothing is left to read */
file_set __ut_broken;  /* nobody reads any more */
file_set __ut_timers;

#define MOST_COUNTED 0xfffffffffffffffeull

/* In a section: tells those who wait at the channel. */
static void note(const struct channel *channel)
{
    _Bool ends = channel->kind == BYTES && channel->writers == 0;
    _Bool readable = channel->kind == BYTES ? channel->count > 0 || ends : channel->value != 0;
    _Bool is_broken = channel->kind == BYTES && channel->readers == 0;
    _Bool writable = channel->kind == BYTES || channel->value < MOST_COUNTED;
    _Bool emptied = ends && channel->count == 0;
    file_set readers = channel->readers, writers = channel->writers;
    __ut_readable = readable ? __ut_readable | readers : __ut_readable & ~readers;
    __ut_hung_up = ends ? __ut_hung_up | readers : __ut_hung_up & ~readers;
    __ut_emptied = emptied ? __ut_emptied | readers : __ut_emptied & ~readers;
    __ut_broken = is_broken ? __ut_broken | writers : __ut_broken & ~writers;
    __ut_writable = writable ? __ut_writable | writers : __ut_writable & ~writers;
}

/* In a section. */
static file_set same(int file)
{
    unsigned int in = incoming[file], out = outgoing[file];
    return in != 0 ? channels[in - 1].readers : channels[out - 1].writers;
}

/* In a section. */
static void copied(int file, int copy)
{
    unsigned char in = incoming[file], out = outgoing[file];
    incoming[copy] = in;
    outgoing[copy] = out;
    if (is_in(__ut_timers, file))
        __ut_timers |= SET_OF_FILE(copy);
    if (in != 0) {
        channels[in - 1].readers |= SET_OF_FILE(copy);
        note(&channels[in - 1]);
    }
    if (out != 0) {
        channels[out - 1].writers |= SET_OF_FILE(copy);
        note(&channels[out - 1]);
    }
}

/* In a section. */
static void closed(int file)
{
    unsigned char in = incoming[file], out = outgoing[file];
    file_set others = ~SET_OF_FILE(file);
    __ut_readable &= others, __ut_writable &= others, __ut_hung_up &= others, __ut_broken &= others;
    __ut_emptied &= others, __ut_timers &= others;
    if (in != 0) {
        channels[in - 1].readers &= others;
        note(&channels[in - 1]);
    }
    if (out != 0) {
        channels[out - 1].writers &= others;
        note(&channels[out - 1]);
    }
    incoming[file] = outgoing[file] = 0;
}

/* ---- bytes ---- */

_Bool __ut_is_ignored(int signal);

static unsigned int smaller(size_t left, unsigned int right)
{
    return left < right ? (unsigned int)left : right;
}

/* Whoever closes a file at which another thread waits leaves it waiting; in life it may go either way. */
static void check_is_there(unsigned char channel)
{
    if (channel == 0)
        __ut_unmodelled("a file that is closed while another thread reads or writes it");
}

/* What is on its way between a channel and a buffer. */
struct parcel {
    unsigned int unit, count;
    unsigned char bytes[CAPACITY];
    void *words[WORDS];
};

/* In a section. */
static void take(struct channel *channel, struct parcel *parcel, size_t size)
{
    unsigned int first = channel->first, unit = channel->unit, count = channel->count;
    if (unit == WORD && size < WORD * count && size % WORD != 0)
        __ut_unmodelled("a part of a word from a pipe");
    count = smaller(size / unit, count);
    for (unsigned int i = 0; unit == 1 && i < count; i++)
        parcel->bytes[i] = channel->bytes[(first + i) % CAPACITY];
    for (unsigned int i = 0; unit == WORD && i < count; i++)
        parcel->words[i] = channel->words[(first + i) % WORDS];
    parcel->unit = unit;
    parcel->count = count;
    channel->first = (first + count) % CAPACITY;
    channel->count -= count;
    note(channel);
}

static ssize_t unpack(const struct parcel *parcel, void *buffer)
{
    unsigned char *bytes = buffer;
    void **words = buffer;
    for (unsigned int i = 0; parcel->unit == 1 && i < parcel->count; i++)
        bytes[i] = parcel->bytes[i];
    for (unsigned int i = 0; parcel->unit == WORD && i < parcel->count; i++)
        words[i] = parcel->words[i];
    return (ssize_t)(parcel->unit * parcel->count);
}

static ssize_t read_bytes(int file, void *buffer, size_t size)
{
    struct parcel parcel;
    int self = __ut_self();
    if (size == 0)
        return 0;
    parcel.count = 0;
    __ut_atomic_begin();
    __ut_block_until(((__ut_readable | __ut_nonblocking | ~__ut_channels) >> file & 1) != 0 || IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self), waits = 0;
    if (!canceled) {
        check_is_there(incoming[file]);
        struct channel *channel = &channels[incoming[file] - 1];
        waits = channel->count == 0 && channel->writers != 0;
        if (channel->count > 0)
            take(channel, &parcel, size);
    }
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    if (parcel.count == 0)
        return waits ? fail_with(TRY_AGAIN) : 0;
    return unpack(&parcel, buffer);
}

/* Where nobody reads any more. */
static ssize_t write_to_nobody(void)
{
    if (!__ut_is_ignored(13)) /* SIGPIPE */
        __ut_unmodelled("SIGPIPE: writing where nobody reads");
    return fail_with(BROKEN_PIPE);
}

static void pack(struct parcel *parcel, const void *buffer, size_t size)
{
    const unsigned char *bytes = buffer;
    void *const *words = buffer;
    if (size > CAPACITY)
        __ut_unmodelled("more than 64 bytes in a pipe");
    parcel->unit = size % WORD == 0 ? WORD : 1;
    parcel->count = (unsigned int)size / parcel->unit;
    for (unsigned int i = 0; parcel->unit == 1 && i < parcel->count; i++)
        parcel->bytes[i] = bytes[i];
    for (unsigned int i = 0; parcel->unit == WORD && i < parcel->count; i++)
        parcel->words[i] = words[i];
}

/* In a section. */
static void put(struct channel *channel, const struct parcel *parcel)
{
    unsigned int before = channel->count, unit = parcel->unit, count = parcel->count;
    unsigned int first = before == 0 ? 0 : channel->first;
    if (before != 0 && channel->unit != unit)
        __ut_unmodelled("bytes and words of pointer size in one pipe");
    if (unit * (before + count) > CAPACITY)
        __ut_unmodelled("more than 64 bytes in a pipe");
    for (unsigned int i = 0; unit == 1 && i < count; i++)
        channel->bytes[(first + before + i) % CAPACITY] = parcel->bytes[i];
    for (unsigned int i = 0; unit == WORD && i < count; i++)
        channel->words[(first + before + i) % WORDS] = parcel->words[i];
    channel->unit = unit;
    channel->first = first;
    channel->count = before + count;
    note(channel);
}

static ssize_t write_bytes(int file, const void *buffer, size_t size)
{
    struct parcel parcel;
    int self = __ut_self();
    pack(&parcel, buffer, size);
    __ut_atomic_begin();
    _Bool canceled = IS_CANCELED(self), broken = 0;
    if (!canceled) {
        check_is_there(outgoing[file]);
        struct channel *channel = &channels[outgoing[file] - 1];
        broken = channel->readers == 0;
        if (!broken && size > 0)
            put(channel, &parcel);
    }
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    return broken ? write_to_nobody() : (ssize_t)size;
}

/* ---- counters ---- */

/* In a section: one, or all there is. */
static unsigned long long taken_from(struct channel *counter)
{
    unsigned long long value = counter->kind == SEMAPHORE && counter->value != 0 ? 1 : counter->value;
    counter->value -= value;
    note(counter);
    return value;
}

static ssize_t read_counter(int file, void *target, size_t size)
{
    unsigned long long *buffer = target;
    int self = __ut_self();
    if (size < sizeof *buffer)
        return fail_with(INVALID);
    __ut_atomic_begin();
    __ut_block_until(((__ut_readable | __ut_nonblocking | ~__ut_channels) >> file & 1) != 0 || IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self);
    unsigned long long value = 0;
    if (!canceled) {
        check_is_there(incoming[file]);
        value = taken_from(&channels[incoming[file] - 1]);
    }
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    if (value == 0)
        return fail_with(TRY_AGAIN);
    *buffer = value;
    return sizeof *buffer;
}

/* A counter that is full is one that nobody reads. */
static ssize_t write_counter(int file, const void *source, size_t size)
{
    int self = __ut_self();
    if (size < sizeof(unsigned long long))
        return fail_with(INVALID);
    unsigned long long value = *(const unsigned long long *)source;
    if (value == ~0ull)
        return fail_with(INVALID);
    __ut_atomic_begin();
    _Bool canceled = IS_CANCELED(self);
    if (!canceled) {
        check_is_there(outgoing[file]);
        struct channel *counter = &channels[outgoing[file] - 1];
        if (counter->value > MOST_COUNTED - value)
            __ut_unmodelled("an eventfd that is full");
        counter->value += value;
        note(counter);
    }
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    return sizeof value;
}

/* ---- timers ---- */

enum { NOT_SET = 0, ONCE = 1, AGAIN = 2 };

static ssize_t read_timer(int file, void *target, size_t size)
{
    unsigned long long *buffer = target;
    int self = __ut_self();
    if (size < sizeof *buffer)
        return fail_with(INVALID);
    __ut_atomic_begin();
    __ut_block_until(((__ut_readable | __ut_nonblocking | ~__ut_channels) >> file & 1) != 0 || IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self), expired = 0, again = 0;
    if (!canceled) {
        check_is_there(incoming[file]);
        struct channel *timer = &channels[incoming[file] - 1];
        expired = timer->value != NOT_SET && (!is_in(__ut_nonblocking, file) || __ut_nondet_bool());
        again = timer->value == AGAIN;
        if (expired && !again)
            timer->value = NOT_SET;
        note(timer);
    }
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    if (!expired)
        return fail_with(TRY_AGAIN);
    *buffer = again ? 1ull + __ut_nondet_uint() : 1;
    return sizeof *buffer;
}

/* ---- any of them ---- */

static ssize_t cannot_read(int file, void *buffer, size_t size)
{
    (void)file, (void)buffer, (void)size;
    return fail_with(BAD_FILE);
}

static ssize_t cannot_write(int file, const void *buffer, size_t size)
{
    (void)file, (void)buffer, (void)size;
    return fail_with(BAD_FILE);
}

static ssize_t cannot_write_timer(int file, const void *buffer, size_t size)
{
    (void)file, (void)buffer, (void)size;
    return fail_with(INVALID);
}

static const struct channel_functions pipe_input = {read_bytes, cannot_write, copied, closed, same};
static const struct channel_functions pipe_output = {cannot_read, write_bytes, copied, closed, same};
static const struct channel_functions both_ways = {read_bytes, write_bytes, copied, closed, same};
static const struct channel_functions counter_functions = {read_counter, write_counter, copied, closed, same};
static const struct channel_functions timer_functions = {read_timer, cannot_write_timer, copied, closed, same};

/* In a section: a channel that no file belongs to, counted from one. */
static unsigned char new_channel(enum kind kind)
{
    unsigned int position = 0;
    while (position < MOST_CHANNELS && (channels[position].readers | channels[position].writers) != 0)
        position++;
    if (position == MOST_CHANNELS)
        __ut_unmodelled("more than 16 pipes");
    struct channel *channel = &channels[position];
    channel->kind = kind;
    channel->first = channel->count = 0;
    channel->value = 0;
    return (unsigned char)(position + 1);
}

/* In a section: a file that reads one channel and writes another, or only one of both. */
static int new_end(const struct channel_functions *functions, unsigned char in, unsigned char out, int flags)
{
    int file = __ut_new_file();
    __ut_channel_functions[file] = functions;
    __ut_channels |= SET_OF_FILE(file);
    if ((flags & NONBLOCKING) != 0)
        __ut_nonblocking |= SET_OF_FILE(file);
    incoming[file] = in;
    outgoing[file] = out;
    if (in != 0)
        channels[in - 1].readers |= SET_OF_FILE(file);
    if (out != 0)
        channels[out - 1].writers |= SET_OF_FILE(file);
    return file;
}

int pipe2(int ends[2], int flags)
{
    __ut_atomic_begin();
    unsigned char channel = new_channel(BYTES);
    int input = new_end(&pipe_input, channel, 0, flags), output = new_end(&pipe_output, 0, channel, flags);
    note(&channels[channel - 1]);
    __ut_atomic_end();
    ends[0] = input;
    ends[1] = output;
    return 0;
}

int pipe(int ends[2])
{
    return pipe2(ends, 0);
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
    (void)domain, (void)protocol;
    if ((type & 0xf) != 1) /* SOCK_STREAM */
        __ut_unmodelled("socketpair of a type other than SOCK_STREAM");
    __ut_atomic_begin();
    unsigned char there = new_channel(BYTES);
    channels[there - 1].readers = 1; /* not free any more */
    unsigned char back = new_channel(BYTES);
    channels[there - 1].readers = 0;
    int left = new_end(&both_ways, back, there, type), right = new_end(&both_ways, there, back, type);
    note(&channels[there - 1]);
    note(&channels[back - 1]);
    __ut_atomic_end();
    ends[0] = left;
    ends[1] = right;
    return 0;
}

int eventfd(unsigned int value, int flags)
{
    __ut_atomic_begin();
    unsigned char channel = new_channel((flags & 1) != 0 ? SEMAPHORE : COUNTER); /* EFD_SEMAPHORE */
    int file = new_end(&counter_functions, channel, channel, flags);
    channels[channel - 1].value = value;
    note(&channels[channel - 1]);
    __ut_atomic_end();
    return file;
}

ssize_t read(int file, void *buffer, size_t size);
ssize_t write(int file, const void *buffer, size_t size);

int eventfd_read(int file, unsigned long long *value)
{
    return read(file, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int file, unsigned long long value)
{
    return write(file, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* ---- <sys/timerfd.h> ---- */

struct moment {
    long seconds, nanoseconds;
};
struct setting {
    struct moment interval, value;
};

int timerfd_create(int clock_number, int flags)
{
    (void)clock_number;
    __ut_atomic_begin();
    unsigned char channel = new_channel(TIMER);
    int file = new_end(&timer_functions, channel, 0, flags);
    __ut_timers |= SET_OF_FILE(file);
    note(&channels[channel - 1]);
    __ut_atomic_end();
    return file;
}

static void any_setting(struct setting *setting, _Bool is_set, _Bool again)
{
    setting->interval.seconds = again ? any_natural() : 0;
    setting->interval.nanoseconds = again ? (long)(__ut_nondet_uint() % 1000000000) : 0;
    setting->value.seconds = is_set ? any_natural() : 0;
    setting->value.nanoseconds = is_set ? (long)(__ut_nondet_uint() % 1000000000) : 0;
}

int timerfd_settime(int file, int flags, const struct setting *wanted, struct setting *before)
{
    (void)flags;
    _Bool is_set = wanted->value.seconds != 0 || wanted->value.nanoseconds != 0;
    _Bool again = wanted->interval.seconds != 0 || wanted->interval.nanoseconds != 0;
    const struct channel_functions *functions = channel_of(file);
    if (functions != &timer_functions)
        return fail_with(functions == 0 ? BAD_FILE : INVALID);
    __ut_atomic_begin();
    struct channel *timer = &channels[incoming[file] - 1];
    unsigned long long old = timer->value;
    timer->value = !is_set ? NOT_SET : again ? AGAIN : ONCE;
    note(timer);
    __ut_atomic_end();
    if (before != 0)
        any_setting(before, old != NOT_SET, old == AGAIN);
    return 0;
}
