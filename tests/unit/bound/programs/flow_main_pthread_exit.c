int x;
void *f(void *a) {
    assert(x == 0); // fails
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 1;
    pthread_exit(0);
    x = 2;
    assert(0);
    return 0;
}
