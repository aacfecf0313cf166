// expect: safe
/* A semaphore out of an eventfd, and one that does not wait. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>

int file, data;

void *worker(void *argument)
{
    eventfd_t value;
    int error = eventfd_read(file, &value);
    assert(error == 0 && value == 1);
    data += argument != 0;
    error = eventfd_write(file, 1);
    assert(error == 0);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    eventfd_t value;
    file = eventfd(1, EFD_SEMAPHORE | EFD_NONBLOCK);
    if (file < 0)
        return 0;
    int error = eventfd_read(file, &value);
    assert(error == 0 && value == 1);
    error = eventfd_read(file, &value);
    assert(error == -1 && errno == EAGAIN);
    file = eventfd(1, EFD_SEMAPHORE);
    if (file < 0)
        return 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &file);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(data == 2);
    return 0;
}
