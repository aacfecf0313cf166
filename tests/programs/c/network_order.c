// Numbers in the order of the network, and numbers of files: the lowest that is free.
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    int ends[2], more[2];
    char text[16] = "";
    printf("%x %x %x %x\n", htonl(0x01020304u), htons(0x0102), ntohl(0xa0b0c0d0u), ntohs(0xa0b0));
    if (pipe(ends) != 0)
        return 1;
    int copy = dup(ends[0]);
    close(ends[0]);
    if (pipe(more) != 0)
        return 1;
    printf("%d %d %d\n", ends[1] - ends[0], copy - ends[0], more[0] - ends[0]);
    ssize_t count = write(ends[1], "abcde", 5);
    count += read(copy, text, 3);
    printf("%d %s\n", (int)count, text);
    close(ends[1]);
    count = read(copy, text, sizeof text);
    printf("%d %c\n", (int)count, text[0]);
    count = read(copy, text, sizeof text);
    printf("%d\n", (int)count);
    count = read(ends[1], text, 1);
    printf("%d %d\n", (int)count, errno == EBADF);
    count = write(copy, text, 1);
    printf("%d %d\n", (int)count, errno == EBADF);
    return 7;
}
