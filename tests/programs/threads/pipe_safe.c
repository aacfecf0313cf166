// expect: safe
// models: m64 m32
/* A pipe hands on bytes in order, and ends when its last writer is gone; it orders what came before. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int ends[2], data;

void *reader(void *argument)
{
    (void)argument;
    char bytes[4];
    ssize_t count = read(ends[0], bytes, 1);
    assert(count == 1 && bytes[0] == 'a' && data == 1);
    count = read(ends[0], bytes, 4);
    assert(count == 1 && bytes[0] == 'b');
    count = read(ends[0], bytes, 4);
    assert(count == 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&thread, 0, reader, 0);
    data = 1;
    ssize_t count = write(ends[1], "ab", 2);
    assert(count == 2);
    close(ends[1]);
    pthread_join(thread, 0);
    return 0;
}
