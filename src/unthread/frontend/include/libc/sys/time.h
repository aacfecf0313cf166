#ifndef __UT_SYS_TIME_H
#define __UT_SYS_TIME_H
#include <__ut/types.h>
#include <sys/select.h>
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
struct itimerval {
    struct timeval it_interval;
    struct timeval it_value;
};
int gettimeofday(struct timeval *__restrict, void *__restrict);
int settimeofday(const struct timeval *, const struct timezone *);
int getitimer(int, struct itimerval *);
int setitimer(int, const struct itimerval *__restrict, struct itimerval *__restrict);
int utimes(const char *, const struct timeval[2]);
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(a, b, operator)                                                                  \
    ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec operator(b)->tv_usec                               \
                                : (a)->tv_sec operator(b)->tv_sec)
#define timeradd(a, b, sum)                                                                       \
    do {                                                                                          \
        (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec;                                                \
        (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec;                                             \
        if ((sum)->tv_usec >= 1000000) {                                                          \
            (sum)->tv_sec++;                                                                      \
            (sum)->tv_usec -= 1000000;                                                            \
        }                                                                                         \
    } while (0)
#define timersub(a, b, difference)                                                                \
    do {                                                                                          \
        (difference)->tv_sec = (a)->tv_sec - (b)->tv_sec;                                         \
        (difference)->tv_usec = (a)->tv_usec - (b)->tv_usec;                                      \
        if ((difference)->tv_usec < 0) {                                                          \
            (difference)->tv_sec--;                                                               \
            (difference)->tv_usec += 1000000;                                                     \
        }                                                                                         \
    } while (0)
#endif
