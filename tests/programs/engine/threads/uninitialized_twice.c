// What nobody wrote is any value, but the same one for whoever reads it, in whatever round.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *shared, x, first, second;
static void *f(void *argument) { first = *shared; x = 1; x = 2; second = *shared; x = 3; return 0; }
int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, f, 0);
    int seen = x;
    int third = *shared;
    pthread_join(t, 0);
    assert(first == second && second == third);
    assert(seen != 2);
    return 0;
}
