// The one that comes first leaves its name; it may be the second that was created.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
pthread_t winner, t[2];
static void *f(void *argument) { if (a++ == 0) winner = pthread_self(); return 0; }
int main(void) {
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(!pthread_equal(winner, t[1]));
    return 0;
}
