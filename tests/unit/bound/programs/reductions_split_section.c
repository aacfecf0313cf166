int x, z;
void *f(void *a) {
    __VERIFIER_atomic_begin();
    int c = z;
    if (c) {
        __VERIFIER_atomic_end();
        x = 7;
        return 0;
    }
    int r = x;
    x = r + 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    z = __VERIFIER_nondet_int();
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2 || z);
    return 0;
}
