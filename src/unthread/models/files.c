/* Files by number: <unistd.h>, <fcntl.h> and <sys/uio.h>. What is in a file is not kept: reading gives any bytes,
   and everything may fail. Pipes and their like are in channels.c. */

#include "files.h"

file_set __ut_open_files = 7; /* the standard streams */
file_set __ut_closed_files;
file_set __ut_nonblocking;
file_set __ut_channels;
const struct channel_functions *__ut_channel_functions[MOST_FILES];
file_hook *__ut_forget;

int __ut_new_file(void)
{
    file_set taken = __ut_open_files;
    if (taken == ~(file_set)0)
        __ut_unmodelled("more than 61 open files");
    int file = __builtin_ctzll(~taken);
    __ut_open_files = taken | SET_OF_FILE(file);
    __ut_closed_files &= ~SET_OF_FILE(file);
    return file;
}

/* ---- opening and closing ---- */

int open(const char *path, int flags, ...)
{
    (void)*path, (void)flags;
    cancellation_point();
    return open_or_fail();
}

int open64(const char *path, int flags, ...)
{
    (void)*path, (void)flags;
    cancellation_point();
    return open_or_fail();
}

int openat(int folder, const char *path, int flags, ...)
{
    (void)folder, (void)*path, (void)flags;
    cancellation_point();
    return open_or_fail();
}

int creat(const char *path, unsigned int mode)
{
    (void)*path, (void)mode;
    cancellation_point();
    return open_or_fail();
}

/* The number is free afterwards, whatever the result. */
int close(int file)
{
    cancellation_point();
    __ut_atomic_begin();
    _Bool was_open = is_in(__ut_open_files, file), was_closed = is_in(__ut_closed_files, file);
    _Bool is_channel = is_in(__ut_channels, file);
    if (is_channel)
        __ut_channel_functions[file]->closed(file);
    if (was_open) {
        __ut_open_files &= ~SET_OF_FILE(file);
        __ut_closed_files |= SET_OF_FILE(file);
        __ut_channels &= ~SET_OF_FILE(file);
        __ut_nonblocking &= ~SET_OF_FILE(file);
        if (__ut_forget != 0)
            __ut_forget(file);
    }
    __ut_atomic_end();
    if (was_closed || file < 0)
        return fail_with(BAD_FILE);
    return is_channel ? 0 : succeed_or_fail();
}

/* In a section. */
static void copy_state(int file, int copy)
{
    if (!is_in(__ut_channels, file))
        return;
    __ut_channels |= SET_OF_FILE(copy);
    if (is_in(__ut_nonblocking, file))
        __ut_nonblocking |= SET_OF_FILE(copy);
    __ut_channel_functions[copy] = __ut_channel_functions[file];
    __ut_channel_functions[file]->copied(file, copy);
}

int dup(int file)
{
    if (is_closed(file))
        return fail_with(BAD_FILE);
    if (channel_of(file) == 0 && __ut_nondet_bool())
        return fail();
    __ut_atomic_begin();
    int copy = __ut_new_file();
    copy_state(file, copy);
    __ut_atomic_end();
    return copy;
}

/* Onto a standard stream: it stays what it is, unless contents would be lost with that. */
int dup2(int file, int wanted)
{
    if (is_closed(file) || wanted < 0)
        return fail_with(BAD_FILE);
    if (wanted >= MOST_FILES)
        __ut_unmodelled("dup2 to a number above 63");
    if (file == wanted)
        return wanted;
    if (channel_of(file) == 0 && __ut_nondet_bool())
        return fail();
    __ut_atomic_begin();
    if (is_in(__ut_channels, wanted))
        __ut_channel_functions[wanted]->closed(wanted);
    __ut_channels &= ~SET_OF_FILE(wanted);
    __ut_nonblocking &= ~SET_OF_FILE(wanted);
    __ut_closed_files &= ~SET_OF_FILE(wanted);
    __ut_open_files |= SET_OF_FILE(wanted);
    if (__ut_forget != 0)
        __ut_forget(wanted);
    copy_state(file, wanted);
    __ut_atomic_end();
    return wanted;
}

int dup3(int file, int wanted, int flags)
{
    (void)flags;
    return file == wanted ? fail_with(INVALID) : dup2(file, wanted);
}

/* ---- fcntl and ioctl ---- */

enum { COPY = 0, GET_FLAGS = 1, GET_STATUS = 3, SET_STATUS = 4, GET_LOCK = 5 };
enum { COPY_AND_CLOSE = 1030, SET_NONBLOCKING = 0x5421 };

static void set_nonblocking(int file, _Bool wanted)
{
    if (file >= MOST_FILES)
        return;
    __ut_atomic_begin();
    file_set same = is_in(__ut_channels, file) ? __ut_channel_functions[file]->same(file) : SET_OF_FILE(file);
    __ut_nonblocking = wanted ? __ut_nonblocking | same : __ut_nonblocking & ~same;
    __ut_atomic_end();
}

static int status_of(int file)
{
    __ut_atomic_begin();
    _Bool nonblocking = is_in(__ut_nonblocking, file);
    __ut_atomic_end();
    int rest = any_natural() & ~NONBLOCKING;
    return nonblocking ? rest | NONBLOCKING : rest;
}

/* Locks of files are between processes, so they lock nobody out here. */
int fcntl(int file, int command, ...)
{
    int *argument = __ut_varargs(); /* not all commands have one */
    if (is_closed(file))
        return fail_with(BAD_FILE);
    if (command == GET_LOCK)
        __ut_unmodelled("fcntl with F_GETLK");
    if (command == COPY || command == COPY_AND_CLOSE) {
        if (*argument > 3)
            __ut_unmodelled("fcntl: a copy with a number of at least 4");
        return dup(file);
    }
    if (channel_of(file) == 0 && __ut_nondet_bool())
        return fail();
    if (command == GET_STATUS)
        return status_of(file);
    if (command == SET_STATUS)
        set_nonblocking(file, (*argument & NONBLOCKING) != 0);
    return command == GET_FLAGS ? any_natural() & 1 : 0;
}

int ioctl(int file, unsigned long request, ...)
{
    if (request != SET_NONBLOCKING)
        __ut_unmodelled("ioctl with a request other than FIONBIO");
    int wanted = **(int **)__ut_varargs();
    if (is_closed(file))
        return fail_with(BAD_FILE);
    if (channel_of(file) == 0 && __ut_nondet_bool())
        return fail();
    set_nonblocking(file, wanted != 0);
    return 0;
}

/* ---- reading and writing ---- */

static ssize_t any_count(size_t size)
{
    if (__ut_nondet_bool())
        return fail();
    size_t count = __ut_nondet_size();
    return (ssize_t)(count <= size ? count : size);
}

static ssize_t read_input(unsigned char *bytes, size_t size)
{
    size_t count = 0;
    while (count < size) {
        int c = __ut_read_char();
        if (c < 0)
            break;
        bytes[count++] = (unsigned char)c;
        if (c == '\n')
            break;
    }
    return (ssize_t)count;
}

ssize_t read(int file, void *buffer, size_t size)
{
    const struct channel_functions *channel = channel_of(file);
    if (channel != 0)
        return channel->read(file, buffer, size);
    cancellation_point();
    if (is_closed(file))
        return fail_with(BAD_FILE);
    if (file == 0)
        return read_input(buffer, size);
    ssize_t count = any_count(size);
    if (count > 0)
        fill(buffer, (size_t)count);
    return count;
}

ssize_t pread(int file, void *buffer, size_t size, long offset)
{
    (void)offset;
    return channel_of(file) != 0 ? fail_with(NO_POSITION) : read(file, buffer, size);
}

ssize_t pread64(int file, void *buffer, size_t size, long long offset)
{
    return pread(file, buffer, size, (long)offset);
}

/* What is written is read, as far as it is taken. */
static ssize_t write_somewhere(const unsigned char *bytes, size_t size)
{
    ssize_t count = any_count(size);
    for (ssize_t i = 0; i < count; i++)
        (void)bytes[i];
    return count;
}

ssize_t write(int file, const void *buffer, size_t size)
{
    const unsigned char *bytes = buffer;
    const struct channel_functions *channel = channel_of(file);
    if (channel != 0)
        return channel->write(file, buffer, size);
    cancellation_point();
    if (is_closed(file))
        return fail_with(BAD_FILE);
    if (file != 1 && file != 2)
        return write_somewhere(bytes, size);
    for (size_t i = 0; i < size; i++) {
        long slot = bytes[i]; /* as a variadic argument */
        __ut_print(file, "%c", &slot);
    }
    return (ssize_t)size;
}

ssize_t pwrite(int file, const void *buffer, size_t size, long offset)
{
    (void)offset;
    return channel_of(file) != 0 ? fail_with(NO_POSITION) : write(file, buffer, size);
}

ssize_t pwrite64(int file, const void *buffer, size_t size, long long offset)
{
    return pwrite(file, buffer, size, (long)offset);
}

/* Part after part; one that is not taken or given in full is the last. */
struct part {
    void *start;
    size_t size;
};

ssize_t readv(int file, const struct part *parts, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && channel_of(file) != 0)
            __ut_unmodelled("readv of several parts from a pipe");
        size_t size = parts[i].size;
        ssize_t got = read(file, parts[i].start, size);
        if (got < 0)
            return i == 0 ? got : total;
        total += got;
        if ((size_t)got < size)
            break;
    }
    return total;
}

ssize_t writev(int file, const struct part *parts, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && channel_of(file) != 0)
            __ut_unmodelled("writev of several parts into a pipe");
        size_t size = parts[i].size;
        ssize_t got = write(file, parts[i].start, size);
        if (got < 0)
            return i == 0 ? got : total;
        total += got;
        if ((size_t)got < size)
            break;
    }
    return total;
}

ssize_t preadv(int file, const struct part *parts, int count, long offset)
{
    (void)offset;
    return channel_of(file) != 0 ? fail_with(NO_POSITION) : readv(file, parts, count);
}

ssize_t pwritev(int file, const struct part *parts, int count, long offset)
{
    (void)offset;
    return channel_of(file) != 0 ? fail_with(NO_POSITION) : writev(file, parts, count);
}

long lseek(int file, long offset, int origin)
{
    (void)file, (void)offset, (void)origin;
    return __ut_nondet_bool() ? any_natural() : fail();
}

long long lseek64(int file, long long offset, int origin)
{
    return lseek(file, (long)offset, origin);
}

/* From one file into another: the program sees neither. */
ssize_t sendfile(int to, int from, void *offset, size_t size)
{
    if (channel_of(to) != 0 || channel_of(from) != 0)
        __ut_unmodelled("sendfile with a pipe");
    ssize_t count = any_count(size);
    if (offset != 0 && count > 0)
        *(long *)offset += count;
    return count;
}

int fsync(int file)
{
    (void)file;
    cancellation_point();
    return succeed_or_fail();
}

int fdatasync(int file)
{
    return fsync(file);
}

void sync(void)
{
}

int ftruncate(int file, long length)
{
    (void)file, (void)length;
    return succeed_or_fail();
}

int ftruncate64(int file, long long length)
{
    (void)file, (void)length;
    return succeed_or_fail();
}

int posix_fadvise(int file, long offset, long size, int advice)
{
    (void)file, (void)offset, (void)size, (void)advice;
    return __ut_nondet_bool() ? 0 : INVALID;
}

int posix_fallocate(int file, long offset, long size)
{
    (void)file, (void)offset, (void)size;
    return __ut_nondet_bool() ? 0 : 28; /* ENOSPC */
}

int flock(int file, int operation)
{
    (void)file, (void)operation;
    return succeed_or_fail();
}

int lockf(int file, int command, long size)
{
    (void)file, (void)command, (void)size;
    return succeed_or_fail();
}

int isatty(int file)
{
    (void)file;
    return __ut_nondet_bool() ? 1 : fail() + 1;
}
