union u { int i; struct { short lo, hi; } h; char c[4]; } u;
void *f(void *q) {
    u.h.hi = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r = u.i;
    u.c[2] = 0;
    char k = u.c[3];
    pthread_join(t, 0);
    assert(r == 0); // fails
    assert(u.i == 0); // fails
    assert(u.i != 0); // fails
    assert(k == 0);
    return 0;
}
