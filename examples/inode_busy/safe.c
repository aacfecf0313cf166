// expect: safe
//
// Time-varying mutual exclusion, after the inode example of C. Flanagan, S. N. Freund and
// S. Qadeer (2002): the mutex that protects `block` changes over time. It belongs to who holds
// `busy_lock` until `busy` is set, and then to who holds `inode_lock`.
// Checks: nobody else writes the block.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
static int inode;
static int busy;
static int block;

static void mark_busy(void)
{
    pthread_mutex_lock(&busy_lock);
    busy = 1;
    pthread_mutex_unlock(&busy_lock);
}

static void *allocate(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&inode_lock);
    if (inode == 0) {
        mark_busy();
        block = 1;
        assert(block == 1);
        inode = 1;
    }
    pthread_mutex_unlock(&inode_lock);
    return NULL;
}

static void *recycle(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&busy_lock);
    if (busy == 0)
        block = 0;
    pthread_mutex_unlock(&busy_lock);
    return NULL;
}

int main(void)
{
    pthread_t first;
    pthread_t second;
    pthread_create(&first, NULL, allocate, NULL);
    pthread_create(&second, NULL, recycle, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
