// Two files: the other one has the counter.
#include <pthread.h>
void reach_error(void) {}
void *work(void *);
int result(void);

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    if (result() != 2)
        reach_error();
    return 0;
}
