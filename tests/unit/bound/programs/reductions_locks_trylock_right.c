int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
    if (pthread_mutex_trylock(&m)) return 0;
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m);
    return (void *)1;
}
int main(void) {
    pthread_t t;
    void *q;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, &q);
    assert(x == 1 + (long)q);
    assert(q); // fails
    return 0;
}
