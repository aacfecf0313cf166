int x;
void *g(void *a) {
    x += 2;
    return 0;
}
void *f(void *a) {
    pthread_t u;
    pthread_create(&u, 0, g, 0);
    x++;
    pthread_join(u, 0);
    return (void *)(long)x;
}
void start(pthread_t *t, void *(*r)(void *)) {
    pthread_create(t, 0, r, 0);
}
int main(void) {
    pthread_t t;
    void *r;
    start(&t, f);
    pthread_join(t, &r);
    assert(x >= 1 && x <= 3 && (long)r == x);
    assert(x != 2); // fails
    assert(x != 1); // fails
    assert(x != 3); // fails
    return 0;
}
