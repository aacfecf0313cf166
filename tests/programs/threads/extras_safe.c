// expect: safe
/* Names, scheduling, signals, files: accepted, and answered within their contract. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void on_signal(int number) { (void)number; }
void nothing(void) {}

void threads(void)
{
    char name[16];
    assert(pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "worker") == 0);
    assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
    assert(pthread_atfork(nothing, nothing, nothing) == 0);
    assert(pthread_setconcurrency(3) == 0 && pthread_getconcurrency() == 3);
    assert(sched_yield() == 0);
    assert(sched_get_priority_max(SCHED_FIFO) == 99 && sched_get_priority_min(SCHED_RR) == 1);
}

void signals(void)
{
    struct sigaction action, before;
    sigset_t set, mask;
    assert(signal(SIGUSR1, on_signal) == SIG_DFL);
    assert(signal(SIGUSR1, SIG_IGN) == on_signal);
    assert(raise(SIGUSR1) == 0);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    assert(sigaction(SIGUSR2, &action, 0) == 0);
    assert(sigaction(SIGUSR2, 0, &before) == 0 && before.sa_handler == on_signal);
    assert(sigaction(SIGKILL, &action, 0) == -1 && errno == EINVAL);
    assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGUSR2) == 0);
    assert(sigismember(&set, SIGUSR2) == 1 && sigismember(&set, SIGUSR1) == 0);
    assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0);
    assert(pthread_sigmask(SIG_SETMASK, 0, &mask) == 0 && sigismember(&mask, SIGUSR2) == 1);
}

void system_calls(void)
{
    struct timespec duration = {0, 1};
    char buffer[2];
    int file = open("/dev/null", O_RDONLY);
    assert(file == -1 || file >= 3);
    if (file != -1) {
        ssize_t count = read(file, buffer, 1);
        assert(count >= -1 && count <= 1);
        close(file);
    }
    assert(getpid() == getpid() && getpid() > 0);
    assert(getuid() == getuid() && getgid() == getgid());
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    assert(PTHREAD_STACK_MIN >= -1);
    assert(sleep(0) == 0 && usleep(1) == 0 && nanosleep(&duration, 0) == 0);
}

int main(void)
{
    threads();
    signals();
    system_calls();
    return 0;
}
