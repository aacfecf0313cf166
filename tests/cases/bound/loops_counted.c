// flags: loops --unwind 2 --unwind-max 100 --unwind-loop loops_counted.c:14=4
// How often a loop iterates is told even if that is more than what is unwound.
int __VERIFIER_nondet_int(void);
int total;

void sum(int many) {
    for (int i = 0; i < many; i++)
        total += i;
}

int main(void) {
    if (__VERIFIER_nondet_int())
        sum(200);
    for (int i = 0; i < 3000; i++)
        total++;
    int i = 0;
    do
        total++;
    while (++i < 50);
    for (int j = 0; j < 1000000; j++)
        total++;
    while (__VERIFIER_nondet_int())
        total++;
    return 0;
}
// output
// loops_counted.c:7:5   sum   2 iterations, then cut; its condition ends it after 200 iterations
// loops_counted.c:14:5  main  4 iterations, then cut; its condition ends it after 3000 iterations
// loops_counted.c:17:5  main  not reached within these bounds; its condition ends it after 50 iterations
// loops_counted.c:20:5  main  not reached within these bounds; its condition ends it after more than 10000 iterations
// loops_counted.c:22:5  main  not reached within these bounds
