// cause: fields of malloc'ed nodes, not written before they are linked, were pointers to anything
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item { struct item *below; const int *number; };
static struct item *top;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static const int numbers[2] = {10, 20};

static void *put(void *number)
{
    struct item *made = malloc(sizeof *made);
    made->number = number;
#ifdef BUG
    made->below = top;
    pthread_mutex_lock(&guard);
#else
    pthread_mutex_lock(&guard);
    made->below = top;
#endif
    top = made;
    pthread_mutex_unlock(&guard);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int total = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, put, (void *)&numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    for (struct item *next; top; top = next) {
        total += *top->number;
        next = top->below;
        free(top);
    }
    assert(total == 30); // violated
    return 0;
}
