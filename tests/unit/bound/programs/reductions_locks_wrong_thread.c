int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
    pthread_mutex_unlock(&m); // fails
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m);
    return 0;
}
