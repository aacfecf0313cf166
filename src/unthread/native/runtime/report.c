/* How the program fails, for people on stderr, and for unthread in the file that UNTHREAD_REPORT names. */
#define _GNU_SOURCE
#include "runtime.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void __real_abort(void) __attribute__((noreturn));
void __real__exit(int) __attribute__((noreturn));

/* A place for a breakpoint: called by the thread that fails, right before it does. */
__attribute__((noinline)) void unthread_failing_step(void)
{
    __asm__ volatile("");
}

static void put(int file, const char *text, int length)
{
    while (length > 0) {
        ssize_t written = write(file, text, (size_t)length);
        if (written <= 0)
            return;
        text += written;
        length -= (int)written;
    }
}

/* A line on stderr, whole. */
void unthread_say(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    unthread_inside++;
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2)
        length = (int)sizeof line - 2;
    if (length >= 0) {
        line[length++] = '\n';
        put(STDERR_FILENO, line, length);
    }
    unthread_inside--;
}

static void append(const char *name, const char *line, int length)
{
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    put(file, line, length);
    close(file);
}

/* A line for unthread: what happened, in which thread, and where. */
void unthread_note(const char *outcome, int thread, struct place place)
{
    char line[256];
    unthread_inside++;
    const char *name = getenv("UNTHREAD_REPORT");
    int length = snprintf(line, sizeof line, "%s\t%d\t%d\t%d\n", outcome, thread, place.file, place.line);
    if (name != NULL && length > 0 && length < (int)sizeof line)
        append(name, line, length);
    unthread_inside--;
}

/* What has been shown is a failure of the program: it ends as one. */
void unthread_fail(void)
{
    unthread_inside++;
    unthread_failing_step();
    signal(SIGABRT, SIG_DFL);
    __real_abort();
}

void unthread_give_up(void)
{
    unthread_inside++;
    if (ftrylockfile(stdout) == 0) /* a thread may wait forever with it */
        fflush(stdout);
    __real__exit(NOT_REPRODUCED);
}
