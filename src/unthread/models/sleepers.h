/* Sets of threads, one bit for each, for those that somebody else has to wake. Whether a thread
   sleeps is kept apart from the object it sleeps at, because whoever woke the last one may destroy
   that object before they have all noticed. */
#ifndef SLEEPERS_H
#define SLEEPERS_H

#include "control.h"

/* At condition variables; pthread_cancel wakes, too. */
extern thread_set __ut_asleep;

static inline thread_set lowest(thread_set set)
{
    return set & (~set + 1);
}

/* Some element, any of them; nothing of the empty set. Every value of the input stands for one, so
   that no execution is lost, and 0, 1 and the greatest value alone already tell three apart. */
static inline thread_set any_of(thread_set set)
{
    thread_set others = set ^ lowest(set);
    if (others == 0)
        return set;
    thread_set choice = __ut_nondet_ulonglong();
    thread_set wanted = choice == 1 ? others : set & choice;
    return wanted != 0 ? lowest(wanted) : SET_OF(63 & ~__builtin_clzll(set));
}

#endif
