/* <time.h> and <sys/time.h>. Clocks show anything, but the monotonic ones never go backwards. */

#include <unthread.h>
#include "deadline.h"

typedef long time_t;
typedef long suseconds_t;
typedef __SIZE_TYPE__ size_t;

int *__errno_location(void);

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

/* Seconds stay below 2^31 so that sums of times do not overflow where they would not in life. */
static time_t any_seconds(void)
{
    return (time_t)(__ut_nondet_uint() >> 1);
}

static long any_below(unsigned int limit)
{
    return (long)(__ut_nondet_uint() % limit);
}

/* Cheaper than a remainder: 2^30 is little more. */
static long any_nanoseconds(void)
{
    long chosen = (long)(__ut_nondet_uint() >> 2);
    return chosen < 1000000000 ? chosen : chosen - 1000000000;
}

time_t time(time_t *result)
{
    time_t now = any_seconds();
    if (result != 0)
        *result = now;
    return now;
}

long clock(void)
{
    return any_seconds();
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    now->tv_sec = any_seconds();
    now->tv_usec = any_below(1000000);
    return 0;
}

/* A clock that the system does not have. */
static int no_such_clock(void)
{
    *__errno_location() = 22; /* EINVAL */
    return -1;
}

/* What the monotonic clocks have shown last. There is one time for all of them, so that what one shows is
   not before what another has shown; that the raw clock may differ from the others is not searched. */
static struct timespec latest;

static _Bool is_monotonic(int clock_number)
{
    return clock_number == 1 || clock_number == 4 || clock_number == 6 || clock_number == 7;
}

/* Reading the clock is one step: whoever reads it later, in any thread, sees no earlier time. Every time from
   the latest on may be shown; those before stand for it. */
static struct timespec not_before_latest(struct timespec now)
{
    __ut_atomic_begin();
    if (now.tv_sec < latest.tv_sec || (now.tv_sec == latest.tv_sec && now.tv_nsec < latest.tv_nsec)) {
        now.tv_sec = latest.tv_sec;
        now.tv_nsec = latest.tv_nsec;
    }
    latest.tv_sec = now.tv_sec;
    latest.tv_nsec = now.tv_nsec;
    __ut_atomic_end();
    return now;
}

int clock_gettime(int clock_number, struct timespec *now)
{
    if (clock_number > LAST_CLOCK)
        return no_such_clock();
    struct timespec shown = {any_seconds(), any_nanoseconds()};
    if (is_monotonic(clock_number))
        shown = not_before_latest(shown);
    now->tv_sec = shown.tv_sec;
    now->tv_nsec = shown.tv_nsec;
    return 0;
}

int clock_getres(int clock_number, struct timespec *resolution)
{
    if (clock_number > LAST_CLOCK)
        return no_such_clock();
    if (resolution != 0) {
        resolution->tv_sec = 0;
        resolution->tv_nsec = 1;
    }
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    clock_gettime(0, now);
    return base;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

/* ---- calendar: some date ---- */

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict date)
{
    (void)when;
    date->tm_sec = (int)any_below(60);
    date->tm_min = (int)any_below(60);
    date->tm_hour = (int)any_below(24);
    date->tm_mday = (int)any_below(31) + 1;
    date->tm_mon = (int)any_below(12);
    date->tm_year = (int)any_below(200);
    date->tm_wday = (int)any_below(7);
    date->tm_yday = (int)any_below(366);
    date->tm_isdst = 0;
    date->tm_gmtoff = 0;
    date->tm_zone = "UTC";
    return date;
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict date)
{
    return gmtime_r(when, date);
}

/* One date for all threads, as in the C library. */
static struct tm shared_date;

struct tm *gmtime(const time_t *when)
{
    return gmtime_r(when, &shared_date);
}

struct tm *localtime(const time_t *when)
{
    return gmtime_r(when, &shared_date);
}

time_t mktime(struct tm *date)
{
    (void)date;
    return any_seconds();
}

static char shared_text[] = "Thu Jan  1 00:00:00 1970\n";

char *ctime(const time_t *when)
{
    (void)when;
    return shared_text;
}

char *asctime(const struct tm *date)
{
    (void)date;
    return shared_text;
}

char *ctime_r(const time_t *when, char *text)
{
    (void)when;
    for (unsigned i = 0; i < sizeof shared_text; i++)
        text[i] = shared_text[i];
    return text;
}

char *asctime_r(const struct tm *date, char *text)
{
    (void)date;
    return ctime_r(0, text);
}

/* Any text that fits. */
size_t strftime(char *restrict text, size_t limit, const char *restrict format, const struct tm *restrict date)
{
    (void)format;
    (void)date;
    size_t length = 0;
    while (length + 1 < limit && __ut_nondet_bool()) {
        char c = __ut_nondet_char();
        __ut_assume(c != 0);
        text[length++] = c;
    }
    if (limit > 0)
        text[length] = 0;
    return length;
}
