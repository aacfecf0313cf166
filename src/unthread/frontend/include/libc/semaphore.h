#ifndef __UT_SEMAPHORE_H
#define __UT_SEMAPHORE_H
#include <__ut/types.h>
typedef union {
    char __size[4 * sizeof(long)];
    long __align;
} sem_t;
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647
int sem_init(sem_t *, int, unsigned int);
int sem_destroy(sem_t *);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
int sem_wait(sem_t *);
int sem_timedwait(sem_t *__restrict, const struct timespec *__restrict);
int sem_clockwait(sem_t *__restrict, clockid_t, const struct timespec *__restrict);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *__restrict, int *__restrict);
#endif
