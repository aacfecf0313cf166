int g, h;
void *f(void *a) {
    g = 1;
    g = 2;
    int r = g;
    h = r;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r = g;
    pthread_join(t, 0);
    assert(r != 1); // fails
    assert(h == 2 && g == 2);
    return 0;
}
