int x;
_Thread_local pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
    pthread_mutex_lock(&m);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m);
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
