// flags: show --bounded --depth 2
// The third call of a function that is active twice is cut.
int __VERIFIER_nondet_int(void);
int calls;

int walk(int n) {
    calls++;
    return n > 0 ? walk(n - 1) + 1 : 0;
}

int main(void) {
    return walk(__VERIFIER_nondet_int());
}
// output
// int calls  // recursion.c:4:5
//
// void main(void)                               // recursion.c:11:5
// {
//          t1#2 = input(__VERIFIER_nondet_int)  // 12:17
//          n = t1#2                             // 12:12
//          calls = 1                            // 7:5
//          if (n > 0) goto .9                   // 8:20
//          t4 = 0
//          goto .10
//      .9:
//          n#2 = n - 1
//          calls = 2                            // 7:5
//          if (n#2 <= 0) goto .15               // 8:20
//          cut: more than 2 active calls of 'walk'
//      .15:
//          t4 = 1
//      .10:
//          t2 = t4                              // 8:5
//          t1 = t2                              // 12:5
//    0:    exit process (t1)                    // 11:5
// }
//
// visible points: main 1
// cut: more than 2 active calls of 'walk', at recursion.c:8:20
