// cause: _Atomic pointers of a list, compared and assigned with operators
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct link { struct link *_Atomic next; };
static struct link first, second;

static void *append(void *unused)
{
    struct link *_Atomic *end = &first.next;
    if (*end == NULL)
        *end = &second;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, append, 0);
#ifdef BUG
    struct link *seen = first.next;
    pthread_join(thread, 0);
    assert(seen == first.next); // violated
#else
    pthread_join(thread, 0);
    assert(first.next == &second && first.next->next == NULL);
#endif
    return 0;
}
