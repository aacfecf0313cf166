// expect: unsafe reach 32
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int size;
};

static struct config *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void)
{
    if (shared == NULL) {
        pthread_mutex_lock(&lock);
        if (shared == NULL) {
            struct config *made = calloc(1, sizeof *made);
            if (made == NULL)
                exit(1);
            shared = made; /* too early */
            made->size = 8;
        }
        pthread_mutex_unlock(&lock);
    }
    return shared;
}

static void *use(void *unused)
{
    struct config *config = get();
    assert(config->size == 8);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, use, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(shared);
    return 0;
}
