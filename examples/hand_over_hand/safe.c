// expect: safe
//
// Hand-over-hand locking of a linked list (R. Bayer and M. Schkolnick 1977): who walks through
// the list locks the next node before unlocking the current one, so that nobody who removes a
// node can get between.
// One thread adds up the values, another one removes the first node behind the head.
// Checks: a node in hand is still in the list.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    pthread_mutex_t lock;
    int value;
    bool is_removed;
    struct node *next;
};

static struct node last = {PTHREAD_MUTEX_INITIALIZER, 2, false, NULL};
static struct node first = {PTHREAD_MUTEX_INITIALIZER, 1, false, &last};
static struct node head = {PTHREAD_MUTEX_INITIALIZER, 0, false, &first};

static void *add_up(void *unused)
{
    (void)unused;
    int sum = 0;
    struct node *current = &head;
    pthread_mutex_lock(&current->lock);
    while (current->next != NULL) {
        struct node *next = current->next;
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&current->lock);
        assert(!next->is_removed);
        sum += next->value;
        current = next;
    }
    pthread_mutex_unlock(&current->lock);
    assert(sum == 3 || sum == 2);
    return NULL;
}

static void *remove_first(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&head.lock);
    struct node *node = head.next;
    pthread_mutex_lock(&node->lock);
    head.next = node->next;
    node->is_removed = true;
    pthread_mutex_unlock(&node->lock);
    pthread_mutex_unlock(&head.lock);
    return NULL;
}

int main(void)
{
    pthread_t adding;
    pthread_t removing;
    pthread_create(&adding, NULL, add_up, NULL);
    pthread_create(&removing, NULL, remove_first, NULL);
    pthread_join(adding, NULL);
    pthread_join(removing, NULL);
    return 0;
}
