/* <unistd.h>, as far as it is not about files: the process and the system. What the system would answer is any
   value the contract allows. */

#include "files.h"

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

/* PTHREAD_STACK_MIN is this in glibc 2.34 and later. */
long __sysconf(int name)
{
    return sysconf(name);
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
