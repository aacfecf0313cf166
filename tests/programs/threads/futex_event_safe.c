// expect: safe
// models: m64 m32
/* A thread sleeps until an event has happened, or until it wakes up spuriously, which it notices. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_uint happened;
int result;

void *expect_it(void *argument)
{
    long error = 0;
    if (atomic_load(&happened) == 0)
        error = syscall(SYS_futex, &happened, FUTEX_WAIT, 0u, (void *)0, (void *)0, 0);
    assert(error == 0 || (error == -1 && (errno == EAGAIN || errno == EINTR)));
    if (atomic_load(&happened) != 0)
        assert(result == 7);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, expect_it, 0);
    result = 7;
    atomic_store(&happened, 1);
    syscall(SYS_futex, &happened, FUTEX_WAKE, 1, (void *)0, (void *)0, 0);
    pthread_join(thread, 0);
    return 0;
}
