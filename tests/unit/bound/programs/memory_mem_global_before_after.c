int g = 1, h;
void *f(void *a) {
    h = g;
    return 0;
}
int main(void) {
    pthread_t t;
    g = 2;
    pthread_create(&t, 0, f, 0);
    g = 3;
    pthread_join(t, 0);
    assert(h == 2); // fails
    assert(h == 3); // fails
    assert(h == 2 || h == 3);
    return 0;
}
