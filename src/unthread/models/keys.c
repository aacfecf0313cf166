/* Thread-specific data. A key is its position in the table plus one, and no position is used twice,
   so that a key that was deleted or never created is known as such. */

#include "sleepers.h"

enum { MOST_KEYS = 32, ITERATIONS = 4 /* PTHREAD_DESTRUCTOR_ITERATIONS */ };
enum { UNUSED = 0, LIVE = 1, DELETED = 2 };

struct key {
    int state;
    void (*destructor)(void *);
};

static struct key keys[MOST_KEYS];
static unsigned int count;
static _Thread_local void *values[MOST_KEYS];

/* Whether the destructor of the key is to be called. */
static inline _Bool is_due(unsigned int position)
{
    return values[position] != 0 && keys[position].state == LIVE && keys[position].destructor != 0;
}

/* The keys whose destructors are to be called, a bit for each. */
static thread_set due_keys(unsigned int *known)
{
    thread_set due = 0;
    __ut_atomic_begin();
    *known = count;
    for (unsigned int position = 0; position < *known; position++)
        due |= (thread_set)is_due(position) << position;
    __ut_atomic_end();
    return due;
}

/* If that is still to be done; the value is gone then. */
static void destroy(unsigned int position)
{
    __ut_atomic_begin();
    void *value = values[position];
    void (*destructor)(void *) = keys[position].destructor;
    _Bool due = is_due(position);
    if (due)
        values[position] = 0;
    __ut_atomic_end();
    if (due)
        destructor(value);
}

/* POSIX leaves their order open. */
static void destroy_keys(struct control *self)
{
    (void)self;
    for (int round = 0; round < ITERATIONS; round++) {
        unsigned int known;
        thread_set due = due_keys(&known);
        if (due == 0)
            break;
        for (unsigned int left = known; left > 0; left--) {
            thread_set next = any_of(due);
            due &= ~next;
            if (next != 0)
                destroy(known == 1 ? 0 : (unsigned int)__builtin_ctzll(next));
        }
    }
}

int pthread_key_create(unsigned int *key, void (*destructor)(void *))
{
    __ut_atomic_begin();
    unsigned int position = count;
    if (position == MOST_KEYS)
        __ut_unmodelled("more than 32 keys of thread-specific data");
    count = position + 1;
    keys[position].state = LIVE;
    keys[position].destructor = destructor;
    if (destructor != 0)
        __ut_destroy_keys = destroy_keys;
    __ut_atomic_end();
    *key = position + 1;
    return 0;
}

/* In a section. */
static _Bool is_live(unsigned int key)
{
    int state = key >= 1 && key <= MOST_KEYS ? keys[key - 1].state : UNUSED;
    __ut_assert(state != UNUSED, "lock", "use of a key that was not created");
    __ut_assert(state != DELETED, "lock", "use of a deleted key");
    return state == LIVE;
}

int pthread_key_delete(unsigned int key)
{
    __ut_atomic_begin();
    _Bool live = is_live(key);
    if (live)
        keys[key - 1].state = DELETED;
    __ut_atomic_end();
    return live ? 0 : INVALID;
}

int pthread_setspecific(unsigned int key, const void *value)
{
    __ut_atomic_begin();
    _Bool live = is_live(key);
    if (live)
        values[key - 1] = (void *)value;
    __ut_atomic_end();
    return live ? 0 : INVALID;
}

void *pthread_getspecific(unsigned int key)
{
    __ut_atomic_begin();
    void *value = is_live(key) ? values[key - 1] : 0;
    __ut_atomic_end();
    return value;
}
