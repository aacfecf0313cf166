// expect: unsafe deadlock 25
/* Both ends wait for the other to say something first. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int ends[2];

void *answer(void *argument)
{
    char byte;
    (void)argument;
    ssize_t count = recv(ends[1], &byte, 1, 0);
    count += send(ends[1], &byte, 1, 0);
    return (void *)count;
}

int main(void)
{
    pthread_t thread;
    char byte;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 0;
    pthread_create(&thread, 0, answer, 0);
    ssize_t count = recv(ends[0], &byte, 1, 0);
    count += send(ends[0], &byte, 1, 0);
    pthread_join(thread, 0);
    return (int)count;
}
