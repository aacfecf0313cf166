int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, *p = &m;
void *f(void *a) {
    pthread_mutex_t *q = p;
    pthread_mutex_lock(q);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(q);
    return 0;
}
int main(void) {
    pthread_t t;
    if (__VERIFIER_nondet_int()) p = &n;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(x == 2); // fails
    return 0;
}
