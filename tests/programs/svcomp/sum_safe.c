// Two threads add to a sum that has room for it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int sum;

void *add(void *unused)
{
    sum = sum + 1;
    return 0;
}

int main(void)
{
    pthread_t other;
    int start = __VERIFIER_nondet_int();
    if (start > 2147483645)
        return 0;
    sum = start;
    pthread_create(&other, 0, add, 0);
    pthread_join(other, 0);
    add(0);
    return 0;
}
