int x, y;
void in(void) {
    __VERIFIER_atomic_begin();
}
void out(void) {
    __VERIFIER_atomic_end();
}
void *f(void *a) {
    in();
    x++;
    in();
    y++;
    out();
    x++;
    out();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    in();
    int r = x, s = y;
    out();
    assert(r == 2 * s);
    assert(r == 0); // fails
    int q = x, w = y;
    assert(q == 2 * w); // fails
    return 0;
}
