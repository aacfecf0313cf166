// expect: unsafe deadlock 22
/* Nobody writes into the pipe that is watched. */
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int ends[2], others[2], waiting;

void *writer(void *argument)
{
    (void)argument;
    ssize_t count = write(others[1], "x", 1);
    return (void *)count;
}

void *watcher(void *argument)
{
    struct epoll_event event = {.events = EPOLLIN}, found[2];
    (void)argument;
    if (epoll_ctl(waiting, EPOLL_CTL_ADD, ends[0], &event) != 0)
        return 0;
    epoll_wait(waiting, found, 2, -1);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    waiting = epoll_create1(0);
    if (waiting < 0 || pipe(ends) != 0 || pipe(others) != 0)
        return 0;
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, watcher, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
