// What follows a branch belongs to the segment of a visible step in it, also where the branch is not taken.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag, seen, guarded = 1;
static void *f(void *argument) {
    pthread_mutex_lock(&m);
    if (flag) seen = 1;
    guarded = guarded + 1;
    int now = guarded;
    pthread_mutex_unlock(&m);
    assert(now != 3);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    flag = 1;
    pthread_mutex_lock(&m);
    if (seen) flag = 2;
    guarded++;
    pthread_mutex_unlock(&m);
    assert(guarded != 1);
    return 0;
}
