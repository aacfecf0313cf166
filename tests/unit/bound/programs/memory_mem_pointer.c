int main(void) {
    int v = 1, w = 2;
    int *p = __VERIFIER_nondet_int() ? &v : &w;
    *p = 5;
    assert(v == 5 || w == 5);
    assert(v == 1); // fails
    assert(w == 5);
    return 0;
}
