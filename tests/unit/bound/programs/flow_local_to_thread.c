void *f(void *a) {
    int *p = a;
    *p = 1;
    *p = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 0;
    pthread_create(&t, 0, f, &v);
    int r = v;
    pthread_join(t, 0);
    assert(r != 1); // fails
    assert(r == 0); // fails
    assert(v == 2);
    return 0;
}
