// expect: safe
/* Who polls without a limit of time waits until one of the pipes can be read. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

int first[2], second[2], data;

void *writer(void *argument)
{
    (void)argument;
    data = 1;
    ssize_t count = write(second[1], "x", 1);
    assert(count == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    if (pipe(first) != 0 || pipe(second) != 0)
        return 0;
    pthread_create(&thread, 0, writer, 0);
    struct pollfd files[2] = {{first[0], POLLIN, 0}, {second[0], POLLIN, 0}};
    int ready = poll(files, 2, -1);
    assert(ready == 1 && files[0].revents == 0 && files[1].revents == POLLIN);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(second[0], &set);
    ready = select(second[0] + 1, &set, 0, 0, 0);
    assert(ready == 1 && FD_ISSET(second[0], &set));
    char byte;
    ssize_t count = read(second[0], &byte, 1);
    assert(count == 1 && data == 1);
    pthread_join(thread, 0);
    return 0;
}
