// The error function that SV-COMP had before reach_error.
extern void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    if (__VERIFIER_nondet_uchar() == 200)
        __VERIFIER_error();
    return 0;
}
