int x, l;
void *f(void *a) {
    while (l);
    l = 1;
    int r = x;
    x = r + 1;
    l = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    while (l);
    l = 2;
    int r = x;
    x = r + 1;
    l = 0;
    pthread_join(t, 0);
    assert(x == 2); // fails
    return 0;
}
