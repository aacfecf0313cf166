// expect: safe
// models: m64 m32
/* Handlers run when they are popped so, and at pthread_exit, last first. */
#include <assert.h>
#include <pthread.h>

int log_[4], entries;

void note(void *argument)
{
    log_[entries++] = *(int *)argument;
}

void *work(void *argument)
{
    static int one = 1, two = 2, three = 3, four = 4;
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    pthread_cleanup_push(note, &three);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(note, &four);
    pthread_cleanup_pop(0);
    if (argument != 0)
        pthread_exit(argument);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, log_);
    pthread_join(thread, &result);
    assert(result == log_);
    assert(entries == 3 && log_[0] == 3 && log_[1] == 2 && log_[2] == 1);
    work(0);
    assert(entries == 4 && log_[3] == 3);
    return 0;
}
