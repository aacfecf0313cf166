int x, y;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *a) {
    pthread_rwlock_rdlock(&l);
    y++;
    pthread_rwlock_unlock(&l);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_rwlock_rdlock(&l);
    y++;
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
    assert(y == 2); // fails
    return 0;
}
