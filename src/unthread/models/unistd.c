/* <unistd.h> and <fcntl.h>, as far as programs with threads use them. What the system would answer is
   any value the contract allows; buffers that it fills hold any bytes. */

#include "control.h"

typedef __SIZE_TYPE__ size_t;
typedef long ssize_t; /* int on i386 has the same size */

int *__errno_location(void);

/* Any error number. */
static int fail(void)
{
    int error = (int)(__ut_nondet_uint() % 133) + 1;
    *__errno_location() = error;
    return -1;
}

static int succeed_or_fail(void)
{
    return __ut_nondet_bool() ? 0 : fail();
}

static int any_natural(void)
{
    return (int)(__ut_nondet_uint() >> 1);
}

static void fill(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = __ut_nondet_uchar();
}

/* ---- files ---- */

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
    cancellation_point();
    if (file == 0)
        return read_input(buffer, size);
    ssize_t count = any_count(size);
    if (count > 0)
        fill(buffer, (size_t)count);
    return count;
}

struct polled {
    int file;
    short events;
    short found;
};

/* Anything may have happened to each file, or nothing to any of them in time. */
int poll(struct polled *files, unsigned long count, int milliseconds)
{
    (void)milliseconds;
    cancellation_point();
    if (__ut_nondet_bool())
        return fail();
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        files[i].found = files[i].file < 0 ? 0 : __ut_nondet_short() & (files[i].events | 0x38);
        ready += files[i].found != 0;
    }
    return ready;
}

ssize_t pread(int file, void *buffer, size_t size, long offset)
{
    (void)offset;
    return read(file, buffer, size);
}

ssize_t write(int file, const void *buffer, size_t size)
{
    cancellation_point();
    const unsigned char *bytes = buffer;
    if (file != 1 && file != 2)
        return any_count(size);
    for (size_t i = 0; i < size; i++) {
        long slot = bytes[i]; /* as a variadic argument */
        __ut_print(file, "%c", &slot);
    }
    return (ssize_t)size;
}

ssize_t pwrite(int file, const void *buffer, size_t size, long offset)
{
    (void)offset;
    return write(file, buffer, size);
}

/* Numbers of files below 3 are taken. */
static int any_file(void)
{
    int file = any_natural();
    return file < 3 ? fail() : file;
}

int open(const char *path, int flags, ...)
{
    (void)*path, (void)flags;
    cancellation_point();
    return any_file();
}

int open64(const char *path, int flags, ...)
{
    (void)*path, (void)flags;
    cancellation_point();
    return any_file();
}

int openat(int folder, const char *path, int flags, ...)
{
    (void)folder, (void)*path, (void)flags;
    cancellation_point();
    return any_file();
}

int creat(const char *path, unsigned int mode)
{
    (void)*path, (void)mode;
    cancellation_point();
    return any_file();
}

int close(int file)
{
    (void)file;
    cancellation_point();
    return succeed_or_fail();
}

int dup(int file)
{
    (void)file;
    return any_file();
}

int dup2(int file, int wanted)
{
    (void)file;
    return __ut_nondet_bool() ? wanted : fail();
}

int pipe(int ends[2])
{
    int input = any_file();
    if (input < 0)
        return -1;
    ends[0] = input;
    ends[1] = input + (input < 0x7fffffff);
    return 0;
}

long lseek(int file, long offset, int origin)
{
    (void)file, (void)offset, (void)origin;
    return __ut_nondet_bool() ? any_natural() : fail();
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

int ftruncate(int file, long length)
{
    (void)file, (void)length;
    return succeed_or_fail();
}

int access(const char *path, int mode)
{
    (void)*path, (void)mode;
    return succeed_or_fail();
}

int unlink(const char *path)
{
    (void)*path;
    return succeed_or_fail();
}

int rmdir(const char *path)
{
    (void)*path;
    return succeed_or_fail();
}

int chdir(const char *path)
{
    (void)*path;
    return succeed_or_fail();
}

int isatty(int file)
{
    (void)file;
    return __ut_nondet_bool() ? 1 : fail() + 1;
}

/* ---- the process: the same answer each time ---- */

static int process_number, parent_number;

static int chosen_once(int *number)
{
    __ut_atomic_begin();
    if (*number == 0) {
        int any = any_natural();
        *number = any == 0 ? 1 : any;
    }
    int result = *number;
    __ut_atomic_end();
    return result;
}

int getpid(void)
{
    return chosen_once(&process_number);
}

int getppid(void)
{
    return chosen_once(&parent_number);
}

/* That of the first thread is the number of the process; no two threads have the same. */
int gettid(void)
{
    return (int)((unsigned int)getpid() + (unsigned int)__ut_self());
}

static _Bool user_is_known, group_is_known;
static unsigned int user_number, group_number;

unsigned int getuid(void)
{
    __ut_atomic_begin();
    if (!user_is_known) {
        user_number = __ut_nondet_uint();
        user_is_known = 1;
    }
    unsigned int result = user_number;
    __ut_atomic_end();
    return result;
}

unsigned int geteuid(void)
{
    return getuid();
}

unsigned int getgid(void)
{
    __ut_atomic_begin();
    if (!group_is_known) {
        group_number = __ut_nondet_uint();
        group_is_known = 1;
    }
    unsigned int result = group_number;
    __ut_atomic_end();
    return result;
}

unsigned int getegid(void)
{
    return getgid();
}

/* ---- the system ---- */

enum { PAGE_SIZE = 30, PROCESSORS_CONFIGURED = 83, PROCESSORS_ONLINE = 84 };

int getpagesize(void)
{
    return 4096;
}

long sysconf(int name)
{
    if (name == PAGE_SIZE)
        return 4096;
    if (name == PROCESSORS_CONFIGURED || name == PROCESSORS_ONLINE)
        return (long)(__ut_nondet_uint() % 1024) + 1;
    return __ut_nondet_bool() ? any_natural() : fail();
}

int gethostname(char *name, size_t size)
{
    if (size == 0 || __ut_nondet_bool())
        return fail();
    fill((unsigned char *)name, size - 1);
    name[size - 1] = 0;
    return 0;
}

/* <sys/prctl.h>: names of threads are for others to see. */
int prctl(int option, ...)
{
    if (option != 15) /* PR_SET_NAME */
        __ut_unmodelled("prctl");
    return 0;
}
