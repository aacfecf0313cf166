// expect: safe
//
// Double-checked locking (D. C. Schmidt and T. Harrison 1996): the object is made by the first
// thread that needs it; later ones find it without taking the lock.
// Checks: whoever gets the object finds it complete, and there is only one.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define THREADS 2

struct settings {
    int limit;
    int is_complete;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct settings *) instance;
static int made;

static struct settings *get(void)
{
    struct settings *found = instance;
    if (found != NULL)
        return found;
    pthread_mutex_lock(&lock);
    found = instance;
    if (found == NULL) {
        found = calloc(1, sizeof *found);
        if (found == NULL)
            abort();
        found->limit = 10;
        found->is_complete = 1;
        instance = found;
        made++;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void *use(void *unused)
{
    (void)unused;
    struct settings *settings = get();
    assert(settings->is_complete);
    assert(settings->limit == 10);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(made == 1);
    free(instance);
    return 0;
}
