// flags: run
#include <assert.h>
static void check(int x) { assert(x > 3 && "too small"); }
int main(void) { check(4); check(2); }
// output
// assertion.c:3:28: violation (reach): assertion violated: x > 3 && "too small"
//     static void check(int x) { assert(x > 3 && "too small"); }
//                                ^
//   thread 0, in check (assertion.c:3:28)
//   called from main (assertion.c:4:28)
// exit 10
