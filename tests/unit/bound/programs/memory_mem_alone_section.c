int x, y;
void *f(void *a) {
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    __VERIFIER_atomic_begin();
    x = 0;
    pthread_create(&t, 0, f, 0);
    x = 0;
    y = x;
    __VERIFIER_atomic_end();
    assert(y == 0);
    assert(x == 0); // fails
    return 0;
}
