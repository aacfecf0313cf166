// proved: reach race; break: unsigned char mine = next++; -> unsigned char mine = next; next = mine + 1;
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned char next, serving;
int inside;

void *worker(void *unused)
{
    while (1) {
        unsigned char mine = next++;
        while (serving != mine)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        serving++;
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
