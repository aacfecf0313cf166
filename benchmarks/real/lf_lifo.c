/* Two threads take an element off a lock-free stack and put it back; its addresses carry a counter. */
#include <assert.h>
#include <pthread.h>

#include "lf_lifo.h"

static struct lf_lifo stack;
static char pages[2][SMALL_LIFO_ALIGNMENT + 1] __attribute__((aligned(SMALL_LIFO_ALIGNMENT + 1)));
static int owners[2];

static void *worker(void *unused)
{
    char *page = lf_lifo_pop(&stack);
    if (page) {
        int i = page != pages[0];
        assert(__atomic_fetch_add(&owners[i], 1, __ATOMIC_SEQ_CST) == 0);
        __atomic_fetch_sub(&owners[i], 1, __ATOMIC_SEQ_CST);
        lf_lifo_push(&stack, page);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    lf_lifo_init(&stack);
    lf_lifo_push(&stack, pages[0]);
    lf_lifo_push(&stack, pages[1]);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(lf_lifo_pop(&stack) != lf_lifo_pop(&stack));
    assert(!lf_lifo_pop(&stack));
    return 0;
}
