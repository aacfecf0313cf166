int a[2];
void *f(void *q) {
    int r = a[0];
    a[0] = r + 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int i = __VERIFIER_nondet_int() == 0;
    int r = a[i];
    a[i] = r + 1;
    pthread_join(t, 0);
    assert(a[0] + a[1] == 2); // fails
    return 0;
}
