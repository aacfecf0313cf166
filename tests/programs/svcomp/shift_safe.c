// A signed shift that loses no bits.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return (x & 255) << 3;
}
