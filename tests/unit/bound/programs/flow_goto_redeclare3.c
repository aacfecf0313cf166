int main(void) {
    int n = 0;
    again:;
    int v = n, *p = &v;
    *p += 1;
    n++;
    if (n < 3 && __VERIFIER_nondet_int()) goto again;
    assert(v == n);
    assert(v != 1); // fails
    assert(v != 3); // fails
    return 0;
}
