int x, y;
void *f(void *a) {
    int c = __VERIFIER_nondet_int();
    int r = 0;
    if (c) {
        __VERIFIER_atomic_begin();
        r = x;
    } else {
        __VERIFIER_atomic_begin();
    }
    int q = r + y;
    if (c) {
        x = r + 1;
    }
    __VERIFIER_atomic_end();
    return (void *)(long)c;
}
int main(void) {
    pthread_t t, u;
    void *a, *b;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, &a);
    pthread_join(u, &b);
    assert(x == (a != 0) + (b != 0));
    return 0;
}
