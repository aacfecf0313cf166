// bounds: all=1
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *f(void *a) {
    pthread_mutex_lock(&m);
    x = 1;
    exit(0);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0); // fails
    return 0;
}
