// expect: safe
/* One of two pipes is reported, with the data that belongs to it, once. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int ends[2], data;

void *writer(void *argument)
{
    (void)argument;
    data = 1;
    ssize_t count = write(ends[1], "x", 1);
    assert(count == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int waiting = epoll_create1(0);
    if (waiting < 0 || pipe(ends) != 0)
        return 0;
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.fd = 7}, found[2];
    int error = epoll_ctl(waiting, EPOLL_CTL_ADD, ends[0], &event);
    assert(error == 0);
    pthread_create(&thread, 0, writer, 0);
    int count = epoll_wait(waiting, found, 2, -1);
    assert(count == 1 && found[0].events == EPOLLIN && found[0].data.fd == 7);
    count = epoll_wait(waiting, found, 2, 0);
    assert(count == 0);
    char byte;
    count = (int)read(ends[0], &byte, 1);
    assert(count == 1 && data == 1);
    pthread_join(thread, 0);
    return 0;
}
