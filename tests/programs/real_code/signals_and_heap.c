// cause: with signal(), a table of the signal model was a large object with an unknown index
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct cell { struct cell *tail; pthread_mutex_t guard; int value; };
static struct cell *cells;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *grow(void *unused)
{
    struct cell *made = malloc(sizeof *made);
    pthread_mutex_init(&made->guard, 0);
    made->value = 4;
    pthread_mutex_lock(&guard);
#ifdef BUG
    made->tail = 0;
#else
    made->tail = cells;
#endif
    cells = made;
    pthread_mutex_unlock(&guard);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, grow, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int total = 0;
    while (cells) {
        struct cell *first = cells;
        pthread_mutex_lock(&first->guard);
        total += first->value;
        pthread_mutex_unlock(&first->guard);
        cells = first->tail;
        free(first);
    }
    assert(total == 8); // violated
    return 0;
}
