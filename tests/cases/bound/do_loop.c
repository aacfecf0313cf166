// flags: show --bounded --unwind 2
// The body of a `do` loop that is one block runs twice as well: it has no test at its top that runs once more.
int __VERIFIER_nondet_int(void);
int total;

int main(void) {
    do
        total++;
    while (__VERIFIER_nondet_int());
    return 0;
}
// output
// int total  // do_loop.c:4:5
//
// void main(void)                             // do_loop.c:6:5
// {
//          total = 1                          // 8:9
//          t3 = input(__VERIFIER_nondet_int)  // 9:12
//          if (!t3) goto .9
//          total = 2                          // 8:9
//          t3 = input(__VERIFIER_nondet_int)  // 9:12
//          if (!t3) goto .9
//          cut: more than 2 iterations of the loop  // 7:5
//      .9:                                    // 10:5
//    0:    exit process (0)                   // 6:5
// }
//
// visible points: main 1
// cut: more than 2 iterations of the loop, at do_loop.c:7:5
