int x;
int owner;
void take(int self, int c) {
    __ut_atomic_begin();
    int d = c;
    if (d) __ut_block_until(owner == 0);
    owner = self;
    __ut_atomic_end();
}
void drop(void) {
    __ut_atomic_begin();
    owner = 0;
    __ut_atomic_end();
}
void *f(void *a) {
    int c = __VERIFIER_nondet_int();
    int s = __ut_self();
    take(s, c);
    int r = x;
    x = r + 1;
    drop();
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2); // fails
    return 0;
}
