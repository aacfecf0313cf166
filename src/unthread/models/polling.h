/* What threads wait for at files; channels.c keeps it. All other files may become ready at any time. */
#ifndef POLLING_H
#define POLLING_H

#include "files.h"

/* Files that can be read (also: that end), written; those whose writers, or readers, are all gone; timers. */
extern file_set __ut_readable, __ut_writable, __ut_hung_up, __ut_emptied, __ut_broken, __ut_timers;

enum { INPUT = 1, URGENT = 2, OUTPUT = 4, ERROR = 8, HANG_UP = 0x10, NOT_OPEN = 0x20, PEER_CLOSED = 0x2000 };

/* What is the case at one moment. */
struct moment_of_files {
    file_set channels, closed, readable, writable, hung_up, emptied, broken, timers;
};

/* In a section. */
static inline struct moment_of_files this_moment(void)
{
    struct moment_of_files now = {__ut_channels, __ut_closed_files, __ut_readable, __ut_writable,
                                  __ut_hung_up,  __ut_emptied,      __ut_broken,   __ut_timers};
    return now;
}

/* What is the case with one file, of the events in `wanted`. A timer that is set may have expired. As Linux has it,
   an empty pipe that nobody writes any more has only hung up, while a socket can be read, too, and written without
   an error. */
static inline unsigned int events_of(const struct moment_of_files *now, int file, unsigned int wanted)
{
    unsigned int found = 0;
    if (is_in(now->closed, file))
        return NOT_OPEN;
    if (!is_in(now->channels, file))
        return __ut_nondet_uint() & (wanted | ERROR | HANG_UP);
    _Bool is_socket = is_in(now->writable | now->broken, file);
    _Bool can_be_read = is_in(now->readable, file) && (is_socket || !is_in(now->emptied, file));
    if (can_be_read && (!is_in(now->timers, file) || __ut_nondet_bool()))
        found |= INPUT;
    if (is_in(now->writable, file))
        found |= OUTPUT;
    if (is_in(now->hung_up, file))
        found |= is_socket ? HANG_UP | PEER_CLOSED : HANG_UP;
    if (is_in(now->broken, file) && !is_in(now->hung_up, file))
        found |= ERROR;
    return found & (wanted | ERROR | HANG_UP);
}

#endif
