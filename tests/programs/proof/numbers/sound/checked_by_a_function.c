// proved: reach memory arith
// a function looks at its argument before it is used as an index
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int row[8];
static _Atomic int last;
static int is_index(int number)
{
    if (number < 0)
        return 0;
    if (number >= 8)
        return 0;
    return 1;
}
static void *work(void *unused)
{
    while (1) {
        int at = __VERIFIER_nondet_int();
        if (at >= 0 && at < 8) {
            row[at] = at;
            int *place = &row[at];
            *place = 8 / (at + 1);
        }
        if (!is_index(at))
            continue;
        last = 1;
        assert(last >= 0 && last <= 1);
    }
    return unused;
}
int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, work, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
}
