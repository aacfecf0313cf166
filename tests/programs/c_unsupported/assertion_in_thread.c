// expect: 10 assertion_in_thread.c:6:
#include <assert.h>
#include <pthread.h>
static int shared;
static void *check(void *argument) {
    assert(shared == *(int *)argument);
    return 0;
}
int main(void) {
    int expected = 4;
    pthread_t t;
    shared = 5;
    pthread_create(&t, 0, check, &expected);
    pthread_join(t, 0);
    return 0;
}
