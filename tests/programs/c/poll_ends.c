// What poll, epoll and select tell of pipes and sockets whose other end is closed.
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static void tell(int file, short events)
{
    struct pollfd asked = {file, events, 0};
    int count = poll(&asked, 1, 0);
    printf("%d %x\n", count, (unsigned)asked.revents);
}

int main(void)
{
    int ends[2], pair[2], poller = epoll_create1(0);
    char byte[4];
    struct epoll_event wanted = {EPOLLIN | EPOLLRDHUP, {0}}, found;
    if (pipe(ends) != 0 || write(ends[1], "ab", 2) != 2)
        return 1;
    close(ends[1]);
    tell(ends[0], POLLIN | POLLRDHUP);
    if (read(ends[0], byte, 4) != 2)
        return 1;
    tell(ends[0], POLLIN);
    tell(ends[0], 0);
    tell(ends[1], POLLIN);
    epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &wanted);
    printf("%d", epoll_wait(poller, &found, 1, -1));
    printf(" %x\n", found.events);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    printf("%d\n", select(ends[0] + 1, &set, 0, 0, 0));
    close(ends[0]);
    if (pipe(ends) != 0)
        return 1;
    close(ends[0]);
    tell(ends[1], POLLIN | POLLOUT);
    close(ends[1]);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || write(pair[1], "a", 1) != 1)
        return 1;
    tell(pair[0], POLLIN | POLLOUT | POLLRDHUP);
    close(pair[1]);
    tell(pair[0], POLLIN | POLLOUT | POLLRDHUP);
    if (read(pair[0], byte, 4) != 1)
        return 1;
    tell(pair[0], POLLIN | POLLOUT);
    epoll_ctl(poller, EPOLL_CTL_ADD, pair[0], &wanted);
    printf("%d", epoll_wait(poller, &found, 1, -1));
    printf(" %x %d\n", found.events, (int)read(pair[0], byte, 1));
    return 3;
}
