// One thread frees what another one uses, who may be quicker.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *shared, done;
static void *f(void *argument) { int *mine = shared; if (mine) { *mine = 1; done = 1; } return 0; }
static void *g(void *argument) { int *mine = shared; shared = 0; if (done) assert(*mine == 1); free(mine); return 0; }
int main(void) {
    pthread_t t, s;
    shared = malloc(sizeof *shared);
    if (!shared) return 0;
    *shared = 0;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
