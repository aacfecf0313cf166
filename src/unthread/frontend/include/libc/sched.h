#ifndef __UT_SCHED_H
#define __UT_SCHED_H
#include <__ut/types.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define CLONE_VM 0x100
#define CLONE_FS 0x200
#define CLONE_FILES 0x400
#define CLONE_SIGHAND 0x800
#define CLONE_THREAD 0x10000
struct sched_param {
    int sched_priority;
};
typedef unsigned long __cpu_mask;
typedef struct {
    __cpu_mask __bits[1024 / (8 * sizeof(__cpu_mask))];
} cpu_set_t;
#define CPU_SETSIZE 1024
#define __UT_CPU_WORD(cpu, set) ((set)->__bits[(cpu) / (8 * sizeof(__cpu_mask))])
#define __UT_CPU_BIT(cpu) ((__cpu_mask)1 << ((cpu) % (8 * sizeof(__cpu_mask))))
#define CPU_SET(cpu, set) ((void)(__UT_CPU_WORD(cpu, set) |= __UT_CPU_BIT(cpu)))
#define CPU_CLR(cpu, set) ((void)(__UT_CPU_WORD(cpu, set) &= ~__UT_CPU_BIT(cpu)))
#define CPU_ISSET(cpu, set) ((__UT_CPU_WORD(cpu, set) & __UT_CPU_BIT(cpu)) != 0)
#define CPU_ZERO(set) ((void)__builtin_memset(set, 0, sizeof(cpu_set_t)))
int __sched_cpucount(size_t, const cpu_set_t *);
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), set)
int sched_yield(void);
int sched_get_priority_max(int);
int sched_get_priority_min(int);
int sched_getparam(pid_t, struct sched_param *);
int sched_setparam(pid_t, const struct sched_param *);
int sched_getscheduler(pid_t);
int sched_setscheduler(pid_t, int, const struct sched_param *);
int sched_rr_get_interval(pid_t, struct timespec *);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int sched_getcpu(void);
int clone(int (*)(void *), void *, int, void *, ...);
int unshare(int);
#endif
