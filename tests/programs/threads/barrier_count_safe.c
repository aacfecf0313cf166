// expect: safe
/* Attributes are kept; a barrier for nobody is an error; a barrier for one does not wait. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    pthread_barrierattr_t attributes;
    int shared;
    assert(pthread_barrierattr_init(&attributes) == 0);
    assert(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_getpshared(&attributes, &shared) == 0);
    assert(shared == PTHREAD_PROCESS_SHARED);
    assert(pthread_barrierattr_setpshared(&attributes, 5) == EINVAL);
    assert(pthread_barrier_init(&barrier, &attributes, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, &attributes, 1) == 0);
    assert(pthread_barrierattr_destroy(&attributes) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
