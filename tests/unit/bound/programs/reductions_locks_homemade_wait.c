int x, l;
void *f(void *a) {
    __ut_atomic_begin();
    __ut_block_until(l == 0);
    l = 1;
    __ut_atomic_end();
    int r = x;
    x = r + 1;
    l = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    __ut_atomic_begin();
    __ut_block_until(l == 0);
    __ut_atomic_end();
    l = 2;
    int r = x;
    x = r + 1;
    l = 0;
    pthread_join(t, 0);
    assert(x == 2); // fails
    return 0;
}
