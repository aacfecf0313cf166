// cause: lists in one struct with their locks: "a pointer of any value", nine times, and no end
// options: --no-sample
// expect: safe
// expect with BUG: unsafe deadlock
#include <assert.h>
#include <pthread.h>

struct ends { struct ends *after, *before; };
struct side { pthread_mutex_t guard; struct ends list; };
static struct { struct side in, out; } box;
static struct ends element;
static int taken;

static void clear(struct ends *list) { list->after = list->before = list; }

static void insert(struct ends *new, struct ends *list)
{
    new->after = list->after;
    new->before = list;
    list->after->before = new;
    list->after = new;
}

static struct ends *take(struct ends *list)
{
    struct ends *last = list->before;
    if (last == list)
        return 0;
    last->before->after = last->after;
    last->after->before = last->before;
    return last;
}

static void *move(void *from_in)
{
    struct side *one = from_in ? &box.in : &box.out, *other = from_in ? &box.out : &box.in;
#ifdef BUG
    struct side *first = one, *second = other;
#else
    struct side *first = &box.in, *second = &box.out;
#endif
    pthread_mutex_lock(&first->guard);
    pthread_mutex_lock(&second->guard); // violated
    struct ends *found = take(&one->list);
    if (found)
        insert(found, &other->list), taken++;
    pthread_mutex_unlock(&second->guard);
    pthread_mutex_unlock(&first->guard);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutex_init(&box.in.guard, 0), pthread_mutex_init(&box.out.guard, 0);
    clear(&box.in.list), clear(&box.out.list);
    insert(&element, &box.in.list);
    pthread_create(&threads[0], 0, move, &box);
    pthread_create(&threads[1], 0, move, 0);
    pthread_join(threads[0], 0), pthread_join(threads[1], 0);
    assert(taken == 1 || taken == 2);
    return 0;
}
