/* <signal.h>. Handlers are accepted and given back, masks are kept, but no handler ever runs: signals from
   outside arrive only where a thread waits for them, and a program that sends one itself is unmodelled from
   there on. */

#include "control.h"

int *__errno_location(void);

enum { SIGNALS = 65, KILL = 9, STOP = 19 };
enum { BLOCK = 0, UNBLOCK = 1, SET_MASK = 2 };

typedef void handler(int);

#define DEFAULT_ACTION ((handler *)0)
#define IGNORE ((handler *)1)
#define WRONG ((handler *)-1)

/* sigset_t: 1024 bits, of which 64 are in use. */
struct signals {
    unsigned long words[1024 / (8 * sizeof(unsigned long))];
};

/* struct sigaction; the handler's union has two members of one size. */
struct action {
    handler *function;
    struct signals mask;
    int flags;
    void (*restorer)(void);
};

static struct action actions[SIGNALS];
static _Thread_local struct signals blocked;

static int fail(int error)
{
    *__errno_location() = error;
    return -1;
}

static _Bool is_signal(int number)
{
    return number >= 1 && number < SIGNALS;
}

handler *signal(int number, handler *function)
{
    if (!is_signal(number) || number == KILL || number == STOP) {
        fail(INVALID);
        return WRONG;
    }
    __ut_atomic_begin();
    handler *before = actions[number].function;
    actions[number].function = function;
    __ut_atomic_end();
    return before;
}

int sigaction(int number, const struct action *restrict action, struct action *restrict before)
{
    if (!is_signal(number) || (action != 0 && (number == KILL || number == STOP)))
        return fail(INVALID);
    __ut_atomic_begin();
    struct action old = actions[number];
    if (action != 0)
        actions[number] = *action;
    __ut_atomic_end();
    if (before != 0)
        *before = old;
    return 0;
}

int siginterrupt(int number, int flag)
{
    (void)flag;
    return is_signal(number) ? 0 : fail(INVALID);
}

_Bool __ut_is_ignored(int number)
{
    __ut_atomic_begin();
    _Bool ignored = actions[number].function == IGNORE;
    __ut_atomic_end();
    return ignored;
}

/* ---- sets ---- */

enum { WORD_BITS = 8 * sizeof(unsigned long), WORDS = 1024 / (8 * sizeof(unsigned long)) };

int sigemptyset(struct signals *set)
{
    for (int i = 0; i < WORDS; i++)
        set->words[i] = 0;
    return 0;
}

int sigfillset(struct signals *set)
{
    for (int i = 0; i < WORDS; i++)
        set->words[i] = ~0ul;
    return 0;
}

int sigaddset(struct signals *set, int number)
{
    if (!is_signal(number))
        return fail(INVALID);
    set->words[(number - 1) / WORD_BITS] |= 1ul << (number - 1) % WORD_BITS;
    return 0;
}

int sigdelset(struct signals *set, int number)
{
    if (!is_signal(number))
        return fail(INVALID);
    set->words[(number - 1) / WORD_BITS] &= ~(1ul << (number - 1) % WORD_BITS);
    return 0;
}

int sigismember(const struct signals *set, int number)
{
    if (!is_signal(number))
        return fail(INVALID);
    return (set->words[(number - 1) / WORD_BITS] >> (number - 1) % WORD_BITS & 1) != 0;
}

/* ---- masks ---- */

int pthread_sigmask(int how, const struct signals *restrict set, struct signals *restrict before)
{
    struct signals old = blocked;
    if (set != 0 && (how < BLOCK || how > SET_MASK))
        return INVALID;
    for (int i = 0; set != 0 && i < WORDS; i++) {
        if (how == BLOCK)
            blocked.words[i] |= set->words[i];
        else if (how == UNBLOCK)
            blocked.words[i] &= ~set->words[i];
        else
            blocked.words[i] = set->words[i];
    }
    if (before != 0)
        *before = old;
    return 0;
}

int sigprocmask(int how, const struct signals *restrict set, struct signals *restrict before)
{
    int error = pthread_sigmask(how, set, before);
    return error == 0 ? 0 : fail(error);
}

int sigpending(struct signals *set)
{
    return sigemptyset(set);
}

/* ---- sending and waiting ---- */

/* Ignored signals do nothing; all others would run a handler or end the process. */
int raise(int number)
{
    if (!is_signal(number))
        return fail(INVALID);
    if (!__ut_is_ignored(number))
        __ut_unmodelled("raise");
    return 0;
}

/* Zero only asks whether the process is there. */
int kill(int process, int number)
{
    (void)process;
    if (number != 0)
        __ut_unmodelled("kill");
    return __ut_nondet_bool() ? 0 : fail(NO_SUCH_THREAD);
}

/* A signal of the set comes from outside, any of them. */
static int any_of(const struct signals *set)
{
    int number = 1 + (int)(__ut_nondet_uint() % 64);
    __ut_assume(sigismember(set, number) == 1);
    return number;
}

int sigwait(const struct signals *restrict set, int *restrict number)
{
    cancellation_point();
    *number = any_of(set);
    return 0;
}

int sigsuspend(const struct signals *set)
{
    (void)set;
    __ut_unmodelled("sigsuspend");
}

unsigned int alarm(unsigned int seconds)
{
    (void)seconds;
    return __ut_nondet_uint();
}

struct span {
    long seconds, microseconds;
};

struct interval_timer {
    struct span interval, value;
};

/* <sys/time.h>: the signal does not arrive. */
int setitimer(int which, const struct interval_timer *restrict wanted, struct interval_timer *restrict before)
{
    (void)which;
    (void)wanted->interval.seconds, (void)wanted->interval.microseconds;
    (void)wanted->value.seconds, (void)wanted->value.microseconds;
    if (before != 0) {
        before->interval.seconds = before->value.seconds = (long)(__ut_nondet_uint() >> 1);
        before->interval.microseconds = before->value.microseconds = (long)(__ut_nondet_uint() % 1000000);
    }
    return 0;
}
