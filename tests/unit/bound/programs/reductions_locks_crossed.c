int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
    pthread_mutex_lock(&n);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&n);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(x == 2); // fails
    return 0;
}
