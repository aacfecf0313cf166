#include <assert.h>
#include <pthread.h>

#include "counter.h"
#include "settings.h"

static void *work(void *unused)
{
    (void)unused;
    count();
    return 0;
}

int main(void)
{
    pthread_t other;
    _Static_assert(sizeof GREETING == 10 && sizeof NAME == 7, "quotes arrive");
    pthread_create(&other, 0, work, 0);
    count();
    pthread_join(other, 0);
    assert(counted() == LIMIT);
    return 0;
}
