// What nobody has written yet is any number, not one of those that are written later.
#include <assert.h>
#include <pthread.h>
int *state;
static void *look(void *argument) { assert(*state != -1); return 0; }
int main(void) {
    pthread_t t;
    int here;
    state = &here;
    pthread_create(&t, 0, look, 0);
    *state = 1;
    pthread_join(t, 0);
}
