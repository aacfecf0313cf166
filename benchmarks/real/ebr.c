/* A reader looks at an object while main takes it away and frees it, two epochs later. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ebr.h"

static ebr_t *ebr;
static int *object;

static void *reader(void *unused)
{
    ebr_register(ebr);
    ebr_enter(ebr);
    int *found = __atomic_load_n(&object, __ATOMIC_SEQ_CST);
    if (found)
        assert(*found == 7);
    ebr_exit(ebr);
    ebr_unregister(ebr);
    return unused;
}

int main(void)
{
    pthread_t thread;
    unsigned epoch;
    ebr = ebr_create();
    ebr_register(ebr);
    object = malloc(sizeof *object);
    *object = 7;
    pthread_create(&thread, 0, reader, 0);
    int *old = __atomic_exchange_n(&object, (int *)0, __ATOMIC_SEQ_CST);
    if (ebr_sync(ebr, &epoch) && ebr_sync(ebr, &epoch) && ebr_sync(ebr, &epoch))
        free(old);
    pthread_join(thread, 0);
    ebr_unregister(ebr);
    ebr_destroy(ebr);
    return 0;
}
