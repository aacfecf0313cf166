/* syscall() of <unistd.h>, for those system calls that do what a modelled function does. */

#include <unthread.h>

#ifdef __x86_64__
enum { YIELD = 24, PROCESS_NUMBER = 39, THREAD_NUMBER = 186, FUTEX = 202, BARRIER = 324 };
#else
enum { YIELD = 158, PROCESS_NUMBER = 20, THREAD_NUMBER = 224, FUTEX = 240, BARRIER = 375 };
#endif

int getpid(void);
int gettid(void);
int *__errno_location(void);
long __ut_futex(__builtin_va_list list);

/* membarrier makes the other threads execute a fence, which changes nothing where all see all writes in one
   order. Older systems do not have it; a query tells any set of commands. */
static long barrier(int command)
{
    if (__ut_nondet_bool()) {
        *__errno_location() = 38; /* ENOSYS */
        return -1;
    }
    return command == 0 ? (long)(__ut_nondet_uint() >> 1) : 0;
}

long syscall(long number, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, number);
    long result = number == FUTEX ? __ut_futex(list) : number == BARRIER ? barrier(__builtin_va_arg(list, int)) : 0;
    __builtin_va_end(list);
    switch (number) {
    case YIELD:
    case FUTEX:
    case BARRIER:
        return result;
    case PROCESS_NUMBER:
        return getpid();
    case THREAD_NUMBER:
        return gettid();
    default:
        __ut_unmodelled("syscall with a number other than those of getpid, gettid, sched_yield, futex and membarrier");
    }
}
