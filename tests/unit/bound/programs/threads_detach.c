int x;
void *f(void *a) {
    pthread_detach(pthread_self());
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(x == 0); // fails
    return 0;
}
