int x;
int main(void) {
    int i = 0;
    if (__VERIFIER_nondet_int()) goto b;
    a: x += 10;
    if (i++ > 1) goto out;
    b: x++;
    if (i++ < 3) goto a;
    out: assert(x == 22 || x == 32 || x == 12 || x == 21 || x==11 || x == 31);
    assert(x != 22); // fails
    return 0;
}
