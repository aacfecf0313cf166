// cause: a large object beside lists: "accesses of different sizes with an unknown index"
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct entry { short kind; char rest[62]; };
static struct entry table[512];
static unsigned short places[2];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static unsigned rand_state;

static void *fill(void *kind)
{
    pthread_mutex_lock(&guard);
    rand_state = rand_state * 75 + 74;
    unsigned at = rand_state % 512;
    table[at].kind = *(short *)kind;
    memcpy(table[at].rest, "abc", 4);
    *(int *)(table[at].rest + 6) = 7;
    places[*(short *)kind] = (unsigned short)at;
    pthread_mutex_unlock(&guard);
    return 0;
}

int main(void)
{
    static short kinds[2] = {0, 1};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, fill, &kinds[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(table[places[1]].kind == 1 && table[places[0]].rest[2] == 'c');
#ifdef BUG
    assert(places[0] < places[1]); // violated
#endif
    return 0;
}
