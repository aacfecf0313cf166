int x;
void *f(void *a) {
    x = 1;
    return 0;
}
void *g(void *a) {
    x = 2;
    return 0;
}
int main(void) {
    pthread_t t, u;
    int c = __VERIFIER_nondet_int();
    if (c) pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    if (c) pthread_join(t, 0);
    if (c) {
        assert(x != 0);
        assert(x != 1); // fails
    } else assert(x != 0); // fails
    pthread_join(u, 0);
    assert(x == 2);
    return 0;
}
