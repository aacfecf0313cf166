// bounds: unwind=1
int x, n;
void *f(void *a) {
    n = 3;
    for (int i = 0; i < n; i++) if (i == 2) x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(x == 0); // fails
    return 0;
}
