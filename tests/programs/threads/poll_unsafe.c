// expect: unsafe reach 26
/* With a limit of time nothing may have come. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

int ends[2];

void *writer(void *argument)
{
    (void)argument;
    ssize_t count = write(ends[1], "x", 1);
    (void)count;
    return 0;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&thread, 0, writer, 0);
    struct pollfd file = {ends[0], POLLIN, 0};
    int ready = poll(&file, 1, 100);
    assert(ready == 1);
    pthread_join(thread, 0);
    return 0;
}
