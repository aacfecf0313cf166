void *f(void *a) {
    *(int *)a += 1;
    return 0;
}
int main(void) {
    int *keep[2];
    pthread_t t;
    int s = 0;
    for (int i = 0; i < 2; i++) {
        int v = i * 10;
        keep[i] = &v;
        pthread_create(&t, 0, f, &v);
        pthread_join(t, 0);
        s += v;
    }
    assert(s == 12);
    assert(keep[0] != keep[1]);
    assert(s != 12); // fails
    return 0;
}
