int a[2];
void *f(void *q) {
    a[0]++;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    a[1]++;
    int i = a[1];
    a[i]++;
    pthread_join(t, 0);
    assert(a[0] == 1 && a[1] == 2);
    assert(a[1] != 2); // fails
    return 0;
}
