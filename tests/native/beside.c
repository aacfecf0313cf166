// Two threads find room for one more
#include <pthread.h>

static int slots[4], used = 3;

static void *put(void *unused)
{
    if (used < 4) {
        slots[used] = 7;
        used++;
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, put, NULL);
    pthread_create(&two, NULL, put, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
