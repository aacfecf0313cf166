// Sorting with data, memory from the system, variables of the environment, and a counter in a file.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static int compare(const void *left, const void *right, void *data)
{
    return *(int *)data * (*(const int *)left - *(const int *)right);
}

int main(void)
{
    int numbers[] = {3, 1, 2}, sign = -1, ends[2];
    qsort_r(numbers, 3, sizeof *numbers, compare, &sign);
    printf("%d %d %d\n", numbers[0], numbers[1], numbers[2]);

    char *memory = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 1;
    memory[8191] = 'x';
    printf("%d %c\n", memory[0], memory[8191]);
    printf("%d\n", munmap(memory, 8192));

    setenv("UT_NAME", "one", 1);
    setenv("UT_NAME", "two", 0);
    printf("%s\n", getenv("UT_NAME"));
    unsetenv("UT_NAME");
    printf("%d %d\n", getenv("UT_NAME") == NULL, setenv("a=b", "c", 1));

    eventfd_t value = 0;
    int counter = eventfd(3, 0);
    eventfd_write(counter, 4);
    eventfd_read(counter, &value);
    printf("%d\n", (int)value);

    char text[8] = "";
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 1;
    ssize_t sent = send(ends[0], "ping", 5, 0), received = recv(ends[1], text, sizeof text, 0);
    printf("%d %d %s\n", (int)sent, (int)received, text);
    close(ends[0]);
    printf("%d\n", (int)read(ends[1], text, 1));
    return 3;
}
