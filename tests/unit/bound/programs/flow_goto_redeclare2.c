int main(void) {
    int c = __VERIFIER_nondet_int();
    int n = 0;
    again:;
    int v = n, *p = &v;
    *p += 1;
    if (n++ < 3 && c) goto again;
    assert(v == n);
    assert(v != 1); // fails
    assert(v != 4); // fails
    return 0;
}
