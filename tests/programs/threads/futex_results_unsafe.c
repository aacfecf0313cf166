// expect: unsafe reach 41
// models: m64 m32
/* Somebody may be asleep when others are woken, and then that is told. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

atomic_int word;
long woken;

static int sleep_for_a_while(int operation, int expected, long nanoseconds)
{
    struct timespec time = {0, nanoseconds};
    long result = syscall(SYS_futex, &word, operation, expected, &time, (void *)0, FUTEX_BITSET_MATCH_ANY);
    assert(result == 0 || result == -1);
    return result == 0 ? 0 : errno;
}

void *sleeper(void *argument)
{
    int error = sleep_for_a_while(FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, 0, 1000);
    assert(error == 0 || error == ETIMEDOUT || error == EINTR || error == EAGAIN);
    return argument;
}

int main(void)
{
    assert(sleep_for_a_while(FUTEX_WAIT, 1, 1000) == EAGAIN);
    assert(sleep_for_a_while(FUTEX_WAIT, 0, 1000000000) == EINVAL);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 0);
    pthread_t thread;
    pthread_create(&thread, 0, sleeper, 0);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 0);
    woken = syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 5, (void *)0, (void *)0, FUTEX_BITSET_MATCH_ANY);
    assert(woken == 0);
    pthread_join(thread, 0);
    return 0;
}
