#ifndef __UT_SYS_TIMERFD_H
#define __UT_SYS_TIMERFD_H
#include <time.h>
#define TFD_NONBLOCK 04000
#define TFD_CLOEXEC 02000000
#define TFD_TIMER_ABSTIME 1
int timerfd_create(clockid_t, int);
int timerfd_settime(int, int, const struct itimerspec *, struct itimerspec *);
#endif
