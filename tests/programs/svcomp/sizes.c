// A product that fits into a long of LP64, and a pointer of four bytes in ILP32.
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {}

int main(void)
{
    long x = __VERIFIER_nondet_long();
    __VERIFIER_assume(x >= 0 && x <= 65536);
    long area = x * x;
    if (area >= 0 && sizeof(void *) == 4)
        reach_error();
    return 0;
}
