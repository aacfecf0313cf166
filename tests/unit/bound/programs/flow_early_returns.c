int f(int n) {
    for (int i = 0; i < 4; i++) {
        if (i == n) return i * 10;
        if (n < 0) return -1;
    }
    return 99;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int r = f(n);
    assert(r == 0 || r == 10 || r == -1);
    assert(r != 10); // fails
    assert(r != -1); // fails
    assert(f(7) == 99 && f(3) == 30);
    return 0;
}
