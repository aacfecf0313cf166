// flags: show --bounded --unwind 2
// A loop made by jumps, which is entered in the middle.
int __VERIFIER_nondet_int(void);
int even, odd;

int main(void) {
    if (__VERIFIER_nondet_int())
        goto middle;
top:
    even++;
middle:
    odd++;
    if (__VERIFIER_nondet_int())
        goto top;
    return 0;
}
// output
// int even  // goto_loop.c:4:5
// int odd   // 4:11
//
// void main(void)                             // goto_loop.c:6:5
// {
//          t1 = input(__VERIFIER_nondet_int)  // 7:9
//          if (t1) goto .6
//          even = 1                           // 10:5
//          goto .9
//      .6:                                    // 11:1
//          odd = 1                            // 12:5
//          t6 = input(__VERIFIER_nondet_int)  // 13:9
//          if (!t6) goto .11
//          even = 1                           // 10:5
//          goto .13
//      .9:                                    // 11:1
//          odd = 1                            // 12:5
//          t6 = input(__VERIFIER_nondet_int)  // 13:9
//          if (t6) goto .14
//          goto .11
//      .13:                                   // 9:1
//          cut: more than 2 iterations of the loop
//      .14:
//          cut: more than 2 iterations of the loop
//      .11:                                   // 15:5
//    0:    exit process (0)                   // 6:5
// }
//
// visible points: main 1
// cut: more than 2 iterations of the loop, at goto_loop.c:9:1
