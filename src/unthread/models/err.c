/* <err.h> and <error.h>: a message on standard error, and often the end of the process. */

#include <unthread.h>

__UT_NORETURN void exit(int status);

static void say(const char *format, void *arguments)
{
    __ut_print(2, "a.out: ", 0);
    if (format)
        __ut_print(2, format, arguments);
}

static void say_reason(const char *format, void *arguments)
{
    say(format, arguments);
    __ut_print(2, format ? ": error\n" : "error\n", 0);
}

static void say_alone(const char *format, void *arguments)
{
    say(format, arguments);
    __ut_print(2, "\n", 0);
}

void warn(const char *format, ...)
{
    say_reason(format, __ut_varargs());
}

void warnx(const char *format, ...)
{
    say_alone(format, __ut_varargs());
}

__UT_NORETURN void err(int status, const char *format, ...)
{
    say_reason(format, __ut_varargs());
    exit(status);
}

__UT_NORETURN void errx(int status, const char *format, ...)
{
    say_alone(format, __ut_varargs());
    exit(status);
}

void error(int status, int number, const char *format, ...)
{
    if (number)
        say_reason(format, __ut_varargs());
    else
        say_alone(format, __ut_varargs());
    if (status)
        exit(status);
}
