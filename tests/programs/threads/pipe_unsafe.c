// expect: unsafe deadlock 14
/* The end of a pipe that stays open: its reader waits for more. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int ends[2];

void *reader(void *argument)
{
    (void)argument;
    char byte;
    int sum = 0;
    while (read(ends[0], &byte, 1) == 1)
        sum++;
    return 0;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&thread, 0, reader, 0);
    ssize_t count = write(ends[1], "a", 1);
    assert(count == 1);
    pthread_join(thread, 0);
    return 0;
}
