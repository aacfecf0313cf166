// expect: unsafe reach 15
/* Without EFD_SEMAPHORE a read takes all. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>

int file;

void *reader(void *argument)
{
    (void)argument;
    eventfd_t value = 1;
    eventfd_read(file, &value);
    assert(value == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    file = eventfd(0, 0);
    if (file < 0)
        return 0;
    pthread_create(&thread, 0, reader, 0);
    eventfd_write(file, 1);
    eventfd_write(file, 1);
    pthread_join(thread, 0);
    return 0;
}
