#ifndef __UT_SYS_SELECT_H
#define __UT_SYS_SELECT_H
#include <__ut/types.h>
#define FD_SETSIZE 1024
typedef long fd_mask;
typedef struct {
    fd_mask fds_bits[FD_SETSIZE / (8 * sizeof(fd_mask))];
} fd_set;
#define NFDBITS (8 * (int)sizeof(fd_mask))
#define __UT_FD_WORD(fd, set) ((set)->fds_bits[(fd) / NFDBITS])
#define __UT_FD_BIT(fd) ((fd_mask)(1UL << ((fd) % NFDBITS)))
#define FD_SET(fd, set) ((void)(__UT_FD_WORD(fd, set) |= __UT_FD_BIT(fd)))
#define FD_CLR(fd, set) ((void)(__UT_FD_WORD(fd, set) &= ~__UT_FD_BIT(fd)))
#define FD_ISSET(fd, set) ((__UT_FD_WORD(fd, set) & __UT_FD_BIT(fd)) != 0)
#define FD_ZERO(set) ((void)__builtin_memset(set, 0, sizeof(fd_set)))
int select(int, fd_set *__restrict, fd_set *__restrict, fd_set *__restrict,
           struct timeval *__restrict);
int pselect(int, fd_set *__restrict, fd_set *__restrict, fd_set *__restrict,
            const struct timespec *__restrict, const sigset_t *__restrict);
#endif
