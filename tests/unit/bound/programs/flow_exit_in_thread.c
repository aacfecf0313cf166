int x;
void *f(void *a) {
    x = 1;
    exit(3);
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(x == 0); // fails
    pthread_join(t, 0);
    assert(0);
    return 0;
}
