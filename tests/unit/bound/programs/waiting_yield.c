#include <sched.h>
#include <unistd.h>
int flag, x;
void *a(void *p) {
    x = 1;
    flag = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    while (!flag) {
        sched_yield();
        usleep(10);
    }
    assert(x == 1);
    assert(x == 0); // fails
    return 0;
}
