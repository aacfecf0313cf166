// expect: safe
//
// Transfers between bank accounts, each with a mutex of its own, locked in the order of the
// account numbers. The textbook example of atomicity above single accesses.
// Checks: no account is overdrawn, no money appears or disappears.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ACCOUNTS 2

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct order {
    int from;
    int to;
    int amount;
};

static struct account accounts[ACCOUNTS] = {{PTHREAD_MUTEX_INITIALIZER, 100},
                                            {PTHREAD_MUTEX_INITIALIZER, 50}};

static void *transfer(void *argument)
{
    const struct order *order = argument;
    struct account *from = &accounts[order->from];
    struct account *to = &accounts[order->to];
    struct account *first = order->from < order->to ? from : to;
    struct account *second = order->from < order->to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    int is_covered = from->balance >= order->amount;
    if (is_covered) {
        from->balance -= order->amount;
        to->balance += order->amount;
        assert(from->balance >= 0);
    }
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
    return NULL;
}

int main(void)
{
    static struct order orders[3] = {{0, 1, 80}, {0, 1, 70}, {1, 0, 20}};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, transfer, &orders[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(accounts[0].balance + accounts[1].balance == 150);
    return 0;
}
