/* What the assert macros of C libraries call when an assertion fails. */

#include <unthread.h>

/* The status a shell shows for a process that aborted. */
#define ABORTED 134

__UT_NORETURN void __assert_fail(const char *expression, const char *file, unsigned int line,
                                 const char *function)
{
    (void)expression, (void)file, (void)line, (void)function;
    __ut_assert(0, "reach", "assertion failed");
    __ut_exit_process(ABORTED);
}

__UT_NORETURN void __assert_perror_fail(int number, const char *file, unsigned int line,
                                        const char *function)
{
    (void)number, (void)file, (void)line, (void)function;
    __ut_assert(0, "reach", "assert_perror failed");
    __ut_exit_process(ABORTED);
}

__UT_NORETURN void __assert(const char *expression, const char *file, int line)
{
    (void)expression, (void)file, (void)line;
    __ut_assert(0, "reach", "assertion failed");
    __ut_exit_process(ABORTED);
}
