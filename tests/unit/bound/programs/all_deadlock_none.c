// bounds: all=1
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *a) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    f(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
