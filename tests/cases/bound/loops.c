// flags: loops --unwind 3 --unwind-loop loops.c:33=5
// One loop of each kind. The last one is cut before its end, so nothing after it is reached.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
int flag, lock, total;
int table[4];

void never_called(void) {
    while (total)
        total--;
}

void *worker(void *unused) {
    while (flag == 0)
        ;
    while (!__sync_bool_compare_and_swap(&lock, 0, 1))
        ;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    flag = 1;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            table[i] += j;
    for (int i = 0; i < 0; i++)
        total = 0;
    while (__VERIFIER_nondet_int())
        total++;
    do
        total++;
    while (__VERIFIER_nondet_int());
again:
    total++;
    if (__VERIFIER_nondet_int())
        goto again;
    while (1)
        if (++total > 7)
            break;
    for (int i = 0; i < 1000; i++)
        total++;
    while (__VERIFIER_nondet_int())
        total++;
    return 0;
}
// output
// loops.c:10:5  never_called  not reached within these bounds
// loops.c:15:5  worker        waits: iterating changes nothing, one iteration covers all
// loops.c:17:5  worker        waits: iterating changes nothing, one iteration covers all
// loops.c:26:5  main          4 iterations, known
// loops.c:27:9  main          3 iterations, known
// loops.c:29:5  main          0 iterations, known
// loops.c:31:5  main          3 iterations, then cut
// loops.c:33:5  main          5 iterations, then cut
// loops.c:36:1  main          3 iterations, then cut
// loops.c:40:5  main          3 iterations, then cut
// loops.c:43:5  main          3 iterations, then cut; its condition ends it after 1000 iterations
// loops.c:45:5  main          not reached within these bounds
