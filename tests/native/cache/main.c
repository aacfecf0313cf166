// One thread uses an entry, another drops it.

#include <pthread.h>
#include <stddef.h>

#include "cache.h"

static void *drop(void *unused)
{
    cache_drop(3);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;
    cache_fill(3);
    pthread_create(&thread, NULL, drop, NULL);
    struct entry *entry = cache_find(3);
    if (entry != NULL) {
        int *value = entry->value;
        if (value != NULL)
            seen = *value;
    }
    pthread_join(thread, NULL);
    cache_drop(3);
    return seen == 0 || seen == 30 ? 0 : 1;
}
