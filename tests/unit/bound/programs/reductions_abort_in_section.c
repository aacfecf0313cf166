int x, c;
void *f(void *a) {
    int r, d = c;
    if (d) {
        __VERIFIER_atomic_begin();
        abort();
    }
    r = x;
    x = r + 1;
    return 0;
}
void *g(void *a) {
    c = 1;
    return 0;
}
int main(void) {
    pthread_t t, u, v;
    pthread_create(&v, 0, g, 0);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2); // fails
    return 0;
}
