#include <pthread.h>
#include <string.h>
static int numbers[4];
static void *work(void *unused) { numbers[2] = 1; return unused; }
int main(void)
{
    pthread_t t;
    int copy[4];
    pthread_create(&t, 0, work, 0);
    memcpy(copy, numbers, sizeof copy);
    pthread_join(t, 0);
    return copy[0];
}
