int next(void) {
    static int n = 5;
    return n++;
}
void *f(void *a) {
    next();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r = next();
    pthread_join(t, 0);
    int s = next();
    assert(r == 5); // fails
    assert(s == 7); // fails
    return 0;
}
