// Divides by zero, and elsewhere the least number by -1: only that is an overflow.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 0)
        return x / y;
    if (y < 0)
        return x / y;
    return 0;
}
