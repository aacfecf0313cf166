#ifndef __UT_SIGNAL_H
#define __UT_SIGNAL_H
#include <__ut/types.h>
#include <__ut/pthreadtypes.h>

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGIOT SIGABRT
#define SIGPOLL SIGIO
#define SIGCLD SIGCHLD
#define NSIG 65
#define _NSIG 65
#define SIGRTMIN 34
#define SIGRTMAX 64

typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192

union sigval {
    int sival_int;
    void *sival_ptr;
};
typedef union sigval sigval_t;

/* 128 bytes. The members after the first three are those of signals sent by a process. */
typedef struct {
    int si_signo;
    int si_errno;
    int si_code;
#ifdef __x86_64__
    int __pad;
#endif
    union {
        int __pad[(128 - 4 * sizeof(int)) / sizeof(int) + (sizeof(long) == 4)];
        struct {
            pid_t __pid;
            uid_t __uid;
            union {
                int __status;
                sigval_t __value;
            } __what;
        } __sent;
        struct {
            void *__address;
        } __fault;
    } __fields;
} siginfo_t;
#define si_pid __fields.__sent.__pid
#define si_uid __fields.__sent.__uid
#define si_status __fields.__sent.__what.__status
#define si_value __fields.__sent.__what.__value
#define si_int __fields.__sent.__what.__value.sival_int
#define si_ptr __fields.__sent.__what.__value.sival_ptr
#define si_addr __fields.__fault.__address

struct sigevent {
    sigval_t sigev_value;
    int sigev_signo;
    int sigev_notify;
    void (*sigev_notify_function)(sigval_t);
    pthread_attr_t *sigev_notify_attributes;
    char __pad[64 - 2 * sizeof(int) - 3 * sizeof(void *)];
};

struct sigaction {
    union {
        __sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    } __sigaction_handler;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
#define sa_handler __sigaction_handler.sa_handler
#define sa_sigaction __sigaction_handler.sa_sigaction

typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;

__sighandler_t signal(int, __sighandler_t);
int raise(int);
int kill(pid_t, int);
int killpg(pid_t, int);
int sigqueue(pid_t, int, const union sigval);
int sigaction(int, const struct sigaction *__restrict, struct sigaction *__restrict);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigismember(const sigset_t *, int);
int sigprocmask(int, const sigset_t *__restrict, sigset_t *__restrict);
int sigpending(sigset_t *);
int sigsuspend(const sigset_t *);
int sigwait(const sigset_t *__restrict, int *__restrict);
int sigwaitinfo(const sigset_t *__restrict, siginfo_t *__restrict);
int sigtimedwait(const sigset_t *__restrict, siginfo_t *__restrict,
                 const struct timespec *__restrict);
int sigaltstack(const stack_t *__restrict, stack_t *__restrict);
int siginterrupt(int, int);
int pthread_sigmask(int, const sigset_t *__restrict, sigset_t *__restrict);
int pthread_kill(pthread_t, int);
void psignal(int, const char *);
#endif
