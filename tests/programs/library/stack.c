// A stack of pointers in an array, with a lock. PEEK: pop reads the item before it takes the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { CAPACITY = 2 };

typedef struct {
    pthread_mutex_t lock;
    void *_Atomic items[CAPACITY];
    atomic_int size;
} stack;

void stack_init(stack *s)
{
    pthread_mutex_init(&s->lock, NULL);
    s->size = 0;
}

int stack_push(stack *s, void *item)
{
    int fits;
    pthread_mutex_lock(&s->lock);
    fits = s->size < CAPACITY;
    if (fits)
        s->items[s->size++] = item;
    pthread_mutex_unlock(&s->lock);
    return fits;
}

/* Null if it is empty. */
void *stack_pop(stack *s)
{
    void *item = NULL;
#ifdef PEEK
    int size = s->size;
    if (size > 0)
        item = s->items[size - 1];
    pthread_mutex_lock(&s->lock);
    if (item)
        s->size--;
#else
    pthread_mutex_lock(&s->lock);
    if (s->size > 0)
        item = s->items[--s->size];
#endif
    pthread_mutex_unlock(&s->lock);
    return item;
}
