int x;
int __VERIFIER_atomic_add(int k) {
    int r = x;
    x = r + k;
    if (k == 1) return r;
    return x;
}
void *f(void *a) {
    __VERIFIER_atomic_add(1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r = __VERIFIER_atomic_add(2);
    pthread_join(t, 0);
    assert(x == 3);
    assert(r == 2); // fails
    return 0;
}
