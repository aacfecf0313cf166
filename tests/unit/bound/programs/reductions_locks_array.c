int x;
pthread_mutex_t m[2];
void *f(void *a) {
    int i = __VERIFIER_nondet_int() == 0;
    pthread_mutex_lock(&m[i]);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m[i]);
    return 0;
}
int main(void) {
    pthread_mutex_init(&m[0], 0);
    pthread_mutex_init(&m[1], 0);
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m[0]);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m[0]);
    pthread_join(t, 0);
    assert(x == 2); // fails
    return 0;
}
