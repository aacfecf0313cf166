/* The process and what it has: <sys/resource.h>, <sys/wait.h>, <sys/utsname.h>, <syslog.h>, <sys/random.h>,
   <execinfo.h> and relatives. The system answers anything. */

#include "files.h"

/* ---- limits and use of resources ---- */

struct limit {
    unsigned long current, most;
};

int getrlimit(int resource, struct limit *limit)
{
    (void)resource;
    if (__ut_nondet_bool())
        return fail();
    unsigned long most = __ut_nondet_ulong(), current = __ut_nondet_ulong();
    limit->most = most;
    limit->current = current < most ? current : most;
    return 0;
}

/* Without effect. */
int setrlimit(int resource, const struct limit *limit)
{
    (void)resource, (void)limit->current, (void)limit->most;
    return succeed_or_fail();
}

struct span {
    long seconds, microseconds;
};

struct usage {
    struct span user, system;
    long numbers[14];
};

int getrusage(int who, struct usage *usage)
{
    (void)who;
    if (__ut_nondet_bool())
        return fail();
    usage->user.seconds = any_natural();
    usage->user.microseconds = (long)(__ut_nondet_uint() % 1000000);
    usage->system.seconds = any_natural();
    usage->system.microseconds = (long)(__ut_nondet_uint() % 1000000);
    for (int i = 0; i < 14; i++)
        usage->numbers[i] = any_natural();
    return 0;
}

int getpriority(int which, unsigned int who)
{
    (void)which, (void)who;
    return (int)(__ut_nondet_uint() % 41) - 20;
}

int setpriority(int which, unsigned int who, int priority)
{
    (void)which, (void)who, (void)priority;
    return succeed_or_fail();
}

int nice(int change)
{
    (void)change;
    return __ut_nondet_bool() ? (int)(__ut_nondet_uint() % 40) - 20 : fail();
}

unsigned long getauxval(unsigned long kind)
{
    (void)kind;
    return __ut_nondet_ulong();
}

int get_nprocs(void)
{
    return (int)(__ut_nondet_uint() % 1024) + 1;
}

int get_nprocs_conf(void)
{
    return get_nprocs();
}

int getloadavg(double *averages, int count)
{
    if (count <= 0 || __ut_nondet_bool())
        return -1;
    int given = 1 + (int)(__ut_nondet_uint() % (unsigned int)(count < 3 ? count : 3));
    for (int i = 0; i < given; i++)
        averages[i] = __ut_nondet_uint() / 65536.0;
    return given;
}

/* ---- rights and sessions, without effect ---- */

int setuid(unsigned int user)
{
    (void)user;
    return succeed_or_fail();
}

int setgid(unsigned int group)
{
    (void)group;
    return succeed_or_fail();
}

int seteuid(unsigned int user)
{
    (void)user;
    return succeed_or_fail();
}

int setegid(unsigned int group)
{
    (void)group;
    return succeed_or_fail();
}

int setgroups(size_t count, const unsigned int *groups)
{
    for (size_t i = 0; i < count; i++)
        (void)groups[i];
    return succeed_or_fail();
}

int initgroups(const char *user, unsigned int group)
{
    (void)*user, (void)group;
    return succeed_or_fail();
}

int setsid(void)
{
    return __ut_nondet_bool() ? 1 + any_natural() / 2 : fail();
}

int setpgid(int process, int group)
{
    (void)process, (void)group;
    return succeed_or_fail();
}

/* ---- other processes. Whatever takes the place of this one is not looked at ---- */

static int child_ended(int *status)
{
    cancellation_point();
    if (__ut_nondet_bool())
        return fail();
    if (status != 0)
        *status = __ut_nondet_int() & 0xffff;
    return 1 + any_natural() / 2;
}

int wait(int *status)
{
    return child_ended(status);
}

int waitpid(int process, int *status, int options)
{
    (void)process;
    if ((options & 1) != 0 && __ut_nondet_bool()) /* WNOHANG */
        return 0;
    return child_ended(status);
}

static int replaced(void)
{
    if (__ut_nondet_bool())
        return fail();
    __ut_exit_process(0);
}

int execv(const char *path, char *const *arguments)
{
    (void)*path, (void)*arguments;
    return replaced();
}

int execvp(const char *name, char *const *arguments)
{
    (void)*name, (void)*arguments;
    return replaced();
}

int execve(const char *path, char *const *arguments, char *const *environment)
{
    (void)*path, (void)*arguments, (void)environment;
    return replaced();
}

int execl(const char *path, const char *first, ...)
{
    (void)*path, (void)first;
    return replaced();
}

int execlp(const char *name, const char *first, ...)
{
    (void)*name, (void)first;
    return replaced();
}

/* ---- texts of the system ---- */

struct names {
    char system[65], node[65], release[65], version[65], machine[65], domain[65];
};

enum { LONGEST_NAME = 8 }; /* with its end */

int uname(struct names *names)
{
    if (__ut_nondet_bool())
        return fail();
    fill_text(names->system, LONGEST_NAME);
    fill_text(names->node, LONGEST_NAME);
    fill_text(names->release, LONGEST_NAME);
    fill_text(names->version, LONGEST_NAME);
    fill_text(names->machine, LONGEST_NAME);
    fill_text(names->domain, LONGEST_NAME);
    return 0;
}

/* ---- <syslog.h>: nobody reads it, but what is printed must be there ---- */

void openlog(const char *name, int options, int facility)
{
    (void)name, (void)options, (void)facility;
}

void closelog(void)
{
}

void syslog(int priority, const char *format, ...)
{
    (void)priority;
    __ut_format(0, 0, format, __ut_varargs());
}

void __syslog_chk(int priority, int flag, const char *format, ...)
{
    (void)priority, (void)flag;
    __ut_format(0, 0, format, __ut_varargs());
}

void vsyslog(int priority, const char *format, __builtin_va_list list)
{
    (void)priority;
    __ut_format(0, 0, format, __UT_CURSOR(list));
}

/* ---- random bytes ---- */

ssize_t getrandom(void *buffer, size_t size, unsigned int flags)
{
    (void)flags;
    if (__ut_nondet_bool())
        return fail();
    size_t count = __ut_nondet_size();
    count = size <= 256 || count > size ? size : count;
    fill(buffer, count);
    return (ssize_t)count;
}

int getentropy(void *buffer, size_t size)
{
    if (size > 256 || __ut_nondet_bool())
        return fail();
    fill(buffer, size);
    return 0;
}

unsigned int arc4random(void)
{
    return __ut_nondet_uint();
}

unsigned int arc4random_uniform(unsigned int limit)
{
    return limit < 2 ? 0 : __ut_nondet_uint() % limit;
}

void arc4random_buf(void *buffer, size_t size)
{
    fill(buffer, size);
}

/* ---- <execinfo.h>: as if the stack could not be read ---- */

int backtrace(void **addresses, int size)
{
    (void)addresses, (void)size;
    return 0;
}

char **backtrace_symbols(void *const *addresses, int size)
{
    (void)addresses, (void)size;
    return 0;
}

void backtrace_symbols_fd(void *const *addresses, int size, int file)
{
    (void)addresses, (void)size, (void)file;
}
