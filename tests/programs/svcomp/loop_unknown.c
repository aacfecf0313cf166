// A loop without an end: no bound covers it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int turns;

void *turn(void *unused)
{
    for (;;)
        turns += 2;
    return 0;
}

int main(void)
{
    pthread_t wheel;
    pthread_create(&wheel, 0, turn, 0);
    if (turns % 2 == 1)
        reach_error();
    return 0;
}
