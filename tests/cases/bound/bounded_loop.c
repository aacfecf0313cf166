// flags: show --bounded --unwind 2
// It is not known how often this iterates: two rounds, one more test, then a cut.
unsigned __VERIFIER_nondet_uint(void);
int total;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    while (n != 0) {
        total += 1;
        n = n / 2;
    }
    return 0;
}
// output
// int total  // bounded_loop.c:4:5
//
// void main(void)                // bounded_loop.c:6:5
// {
//          n = input(n)          // 7:18
//          if (n == 0) goto .10  // 8:12
//          total = 1             // 9:9
//          n = n / 2             // 10:9
//          if (n == 0) goto .10  // 8:12
//          total = 2             // 9:9
//          n = n / 2             // 10:9
//          if (n == 0) goto .10  // 8:12
//          cut: more than 2 iterations of the loop  // 8:5
//      .10:                      // 10:9
//    0:    exit process (0)      // 6:5
// }
//
// visible points: main 1
// cut: more than 2 iterations of the loop, at bounded_loop.c:8:5
