// cause: SAFE, although no thread was ever started
// expect: no bug found, in main alone
#include <pthread.h>

static void *work(void *shared) { ++*(int *)shared; return 0; }

int main(int argc, char **argv)
{
    pthread_t threads[2];
    static int shared;
    for (int i = 0; i < argc - 1; i++)
        pthread_create(&threads[i], 0, work, &shared);
    return argv[0] == 0;
}
