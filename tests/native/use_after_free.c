#include <pthread.h>
#include <stdlib.h>
struct item { int value; };
static struct item *shared;
static void *reader(void *unused) { struct item *p = shared; if (p) { int v = p->value; (void)v; } return unused; }
int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    shared->value = 1;
    pthread_create(&t, 0, reader, 0);
    struct item *old = shared;
    shared = 0;
    free(old);
    pthread_join(t, 0);
    return 0;
}
