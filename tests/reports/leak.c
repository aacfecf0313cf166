/* Who comes second forgets what the first has left. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *name;

static void *set_name(void *given)
{
    char *copy = malloc(4);
    strcpy(copy, given);
    pthread_mutex_lock(&lock);
    name = copy;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, set_name, "abc");
    pthread_create(&two, NULL, set_name, "xyz");
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(name);
    return 0;
}
