// flags: show --bounded --unwind 1
// A counted loop inside a bounded one: the inner one is complete in each round.
int __VERIFIER_nondet_int(void);
int total;

int main(void) {
    while (__VERIFIER_nondet_int())
        for (int i = 0; i < 2; i++)
            total += i;
    return 0;
}
// output
// int total  // nested_loops.c:4:5
//
// void main(void)                                  // nested_loops.c:6:5
// {
//          t1 = input(__VERIFIER_nondet_int)       // 7:12
//          if (!t1) goto .9
//          total = 0                               // 9:13
//          total = 1
//          t1 = input(__VERIFIER_nondet_int)       // 7:12
//          if (!t1) goto .9
//          cut: more than 1 iteration of the loop  // 7:5
//      .9:                                         // 8:32
//    0:    exit process (0)                        // 6:5
// }
//
// visible points: main 1
// cut: more than 1 iteration of the loop, at nested_loops.c:7:5
