// expect: unsafe memory 11
#include <pthread.h>
#include <stdlib.h>

struct job {
    int input, output;
};

static void run(struct job *job)
{
    job->output = job->input * 2;
}

static void *work(void *job)
{
    run(job);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
        return 1;
    job->input = 21;
    pthread_create(&thread, NULL, work, job);
    free(job); /* before the join */
    pthread_join(thread, NULL);
    return 0;
}
