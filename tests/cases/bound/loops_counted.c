// flags: loops --unwind 2 --unwind-max 100 --unwind-loop loops_counted.c:14=4
// How often a loop goes round is told even if that is more than what is unwound.
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
// loops_counted.c:7:5   sum   2 rounds, then cut; its test ends it after 200 rounds
// loops_counted.c:14:5  main  4 rounds, then cut; its test ends it after 3000 rounds
// loops_counted.c:17:5  main  not reached within these bounds; its test ends it after 50 rounds
// loops_counted.c:20:5  main  not reached within these bounds; its test ends it after more than 10000 rounds
// loops_counted.c:22:5  main  not reached within these bounds
