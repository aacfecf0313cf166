// expect: safe
/* Both ends read what the other wrote; a closed one is the end of the other's input. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int ends[2];

void *echo(void *argument)
{
    (void)argument;
    char byte;
    ssize_t count = recv(ends[1], &byte, 1, 0);
    assert(count == 1);
    byte++;
    count = send(ends[1], &byte, 1, 0);
    assert(count == 1);
    close(ends[1]);
    return 0;
}

int main(void)
{
    pthread_t thread;
    char byte = 'a';
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 0;
    pthread_create(&thread, 0, echo, 0);
    ssize_t count = send(ends[0], &byte, 1, 0);
    assert(count == 1);
    count = recv(ends[0], &byte, 1, 0);
    assert(count == 1 && byte == 'b');
    count = recv(ends[0], &byte, 1, 0);
    assert(count == 0);
    pthread_join(thread, 0);
    return 0;
}
