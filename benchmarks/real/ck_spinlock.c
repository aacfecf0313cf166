/* Two threads count under each of three spin locks. */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

static ck_spinlock_fas_t fas = CK_SPINLOCK_FAS_INITIALIZER;
static ck_spinlock_ticket_t ticket = CK_SPINLOCK_TICKET_INITIALIZER;
static ck_spinlock_mcs_t mcs = CK_SPINLOCK_MCS_INITIALIZER;
static int counts[3];

static void *worker(void *unused)
{
    ck_spinlock_mcs_context_t node;
    ck_spinlock_fas_lock(&fas);
    counts[0]++;
    ck_spinlock_fas_unlock(&fas);
    ck_spinlock_ticket_lock(&ticket);
    counts[1]++;
    ck_spinlock_ticket_unlock(&ticket);
    ck_spinlock_mcs_lock(&mcs, &node);
    counts[2]++;
    ck_spinlock_mcs_unlock(&mcs, &node);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(counts[0] == 2 && counts[1] == 2 && counts[2] == 2);
    return 0;
}
