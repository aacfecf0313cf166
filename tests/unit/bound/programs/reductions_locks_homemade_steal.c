int x, l;
void take(int s) {
    __ut_atomic_begin();
    __ut_block_until(l == 0);
    l = s;
    __ut_atomic_end();
}
void *f(void *a) {
    take(1);
    int r = x;
    x = r + 1;
    l = 0;
    return 0;
}
void *g(void *a) {
    l = 0;
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    take(2);
    int r = x;
    x = r + 1;
    l = 0;
    pthread_join(t, 0);
    assert(x == 2); // fails
    return 0;
}
