int x;
void *f(void *q) {
    ((char *)&x)[1] = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r = x;
    x = r | 1;
    pthread_join(t, 0);
    assert(x == 257); // fails
    return 0;
}
