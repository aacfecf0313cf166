// cause: all objects of an allocation wrapper had one name, fields were numbers
// expect: unsafe reach
// says: bag->count = 1 | heap#1: struct bag, 16 bytes | heap#2: struct thing
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct thing { struct thing *other; int worth; };
struct bag { struct thing *things; int count; };
static struct bag *bag;

static void *get(size_t size)
{
    void *found = malloc(size);
    if (!found)
        abort();
    return found;
}

static void *collect(void *unused)
{
    struct thing *thing = get(sizeof *thing);
    thing->worth = 5;
    thing->other = bag->things;
    bag->things = thing;
    bag->count++;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    bag = get(sizeof *bag);
    bag->things = 0;
    bag->count = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, collect, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(bag->count == 2); // violated
    return 0;
}
