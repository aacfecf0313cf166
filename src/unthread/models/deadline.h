/* The time until which, or for how long, somebody is ready to wait. What it is does not matter, as any
   schedule is possible anyway; that it is read does: it must be there, and nobody may write it meanwhile. */
#ifndef DEADLINE_H
#define DEADLINE_H

enum { LAST_CLOCK = 11 }; /* those of Linux; CPU clocks have negative numbers */

struct timespec {
    long tv_sec;
    long tv_nsec;
};

static inline void read_time(const struct timespec *time)
{
    (void)time->tv_sec;
    (void)time->tv_nsec;
}

#endif
