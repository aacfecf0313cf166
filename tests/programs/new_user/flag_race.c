// expect: unsafe race 17
#include <pthread.h>
#include <stdio.h>

static int is_ready;
static int answer;

static void *compute(void *unused)
{
    answer = 42;
    is_ready = 1;
    return unused;
}

static void look(void)
{
    if (is_ready)
        printf("%d\n", answer);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, compute, NULL);
    look();
    pthread_join(thread, NULL);
    return 0;
}
