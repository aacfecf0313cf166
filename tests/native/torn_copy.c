#include <assert.h>
#include <pthread.h>
struct pair { long a, b, c, d, e; };
static struct pair now, next = {1, 1, 1, 1, 1};
static void *work(void *unused) { now = next; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    struct pair seen = now;
    assert(seen.a == seen.e);
    pthread_join(t, 0);
    return 0;
}
