int x;
pthread_once_t o = PTHREAD_ONCE_INIT;
void init(void) {
    x++;
}
void *f(void *q) {
    pthread_once(&o, init);
    return (void *)(long)x;
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, f, 0);
    pthread_once(&o, init);
    int s = x;
    pthread_join(t, &r);
    assert(s == 1 && r == (void *)1);
    assert(x != 1); // fails
    return 0;
}
