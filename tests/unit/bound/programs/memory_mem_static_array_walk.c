int a[3] = {1, 2, 3};
void *f(void *q) {
    int *p = a;
    p += 2;
    *p = 9;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(a[2] == 3); // fails
    assert(a[1] == 2);
    return 0;
}
