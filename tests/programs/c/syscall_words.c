// Arguments of system calls are words: a plain 0 for a pointer that is not needed.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int word = 1;

int main(void)
{
    long result = syscall(SYS_futex, &word, 0, 2, 0, 0, 0);
    printf("%ld %d\n", result, result < 0 && errno == EAGAIN);
    result = syscall(SYS_futex, &word, 128 | 1, 1, 0, 0, 0);
    printf("%ld\n", result);
    return 4;
}
