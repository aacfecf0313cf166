// flags: show --bounded --unwind 0 --unwind-loop unwind_loop.c:9=1
// One loop has a bound of its own; the other one may not even be entered.
unsigned __VERIFIER_nondet_uint(void);
int first, second;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned m = n;
    while (n--)
        first++;
    while (m--)
        second++;
    return 0;
}
// output
// int first   // unwind_loop.c:4:5
// int second  // 4:12
//
// void main(void)                                  // unwind_loop.c:6:5
// {
//          n = input(n)                            // 7:18
//          m = n                                   // 8:14
//          t2 = n                                  // 9:12
//          n = t2 - 1
//          if (!t2) goto .10
//          first = 1                               // 10:9
//          t2 = n                                  // 9:12
//          if (!t2) goto .10
//          cut: more than 1 iteration of the loop  // 9:5
//      .10:                                        // 10:9
//          t5 = m                                  // 11:12
//          if (!t5) goto .16
//          cut: more than 0 iterations of the loop  // 11:5
//      .16:                                        // 12:9
//    0:    exit process (0)                        // 6:5
// }
//
// visible points: main 1
// cut: more than 1 iteration of the loop, at unwind_loop.c:9:5
// cut: more than 0 iterations of the loop, at unwind_loop.c:11:5
