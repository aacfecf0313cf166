// The label ERROR alone is no call of reach_error.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void)
{
    if (__VERIFIER_nondet_int())
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
