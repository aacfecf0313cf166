// A local is read by another thread after the owner's last visible step, before its lifetime ends.
#include <assert.h>
#include <pthread.h>
int *shared, flag;
static void *f0(void *argument) { int mine = 3; shared = &mine; flag = 1; return 0; }
static void *f1(void *argument) { if (flag) { assert(*shared != 3); } return 0; }
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, f0, 0);
    pthread_create(&t[1], 0, f1, 0);
    return 0;
}
