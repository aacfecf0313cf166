// flags: show --bounded --depth 4
// The depth is known and within the bound: no cut is left.
int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

int result;

int main(void) {
    result = factorial(4);
    return 0;
}
// output
// int result  // recursion_known.c:7:5
//
// void main(void)            // recursion_known.c:9:5
// {
//          result = 24       // 10:5
//    0:    exit process (0)  // 9:5
// }
//
// visible points: main 1
