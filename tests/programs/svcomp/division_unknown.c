// Divides by zero, which is no overflow, and does nothing else that is wrong.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || y < 0)
        return 0;
    return x / y;
}
