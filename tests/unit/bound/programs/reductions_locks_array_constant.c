int x;
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
void *f(void *a) {
    pthread_mutex_lock(&m[1]);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m[1]);
    return 0;
}
int main(void) {
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
