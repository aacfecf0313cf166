// cause: a printf of a string that nobody writes while it runs: UNKNOWN under race
// expect: safe
// expect with BUG: unsafe race
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shared { atomic_int users; char name[8]; };

static void *show(void *given)
{
    struct shared *shared = given;
#ifdef BUG
    shared->name[0] = 'H'; // violated
#endif
    printf("%s\n", shared->name);
    if (atomic_fetch_sub(&shared->users, 1) == 1)
        free(shared);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    struct shared *shared = malloc(sizeof *shared);
    atomic_init(&shared->users, 2);
    strcpy(shared->name, "here");
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, show, shared);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
