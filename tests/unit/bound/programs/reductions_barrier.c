int x, y;
pthread_barrier_t b;
void *f(void *q) {
    x = 1;
    pthread_barrier_wait(&b);
    y = x;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, f, 0);
    pthread_barrier_wait(&b);
    int r = x;
    x = 5;
    pthread_join(t, 0);
    assert(r == 1);
    assert(y == 1); // fails
    assert(y == 5); // fails
    return 0;
}
