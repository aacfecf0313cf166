// proved: reach memory arith
// a state that goes from one to the next, and a table with a row for each
#include <assert.h>
#include <pthread.h>
enum state { IDLE, WORKING, DONE };
static enum state state;
static unsigned entered[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static enum state following(enum state old)
{
    switch (old) {
    case IDLE:
        return WORKING;
    case WORKING:
        return DONE;
    default:
        return IDLE;
    }
}
static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        assert(state <= DONE);
        entered[state]++;
        state = following(state);
        pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
}
