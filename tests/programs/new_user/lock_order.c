// expect: unsafe deadlock 11
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *to_right(void *unused)
{
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    moved++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return unused;
}

static void *to_left(void *unused)
{
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    moved--;
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, to_right, NULL);
    pthread_create(&other, NULL, to_left, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
