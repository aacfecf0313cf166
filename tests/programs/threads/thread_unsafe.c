// expect: unsafe reach 13
// models: m64 m32
/* main ends by pthread_exit: the process goes on, with the detached thread. */
#include <assert.h>
#include <pthread.h>

int value;
pthread_attr_t attributes;

void *work(void *argument)
{
    (void)argument;
    assert(value == 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, work, 0);
    value = 1;
    pthread_exit(0);
}
