int x;
void deep(int n) {
    if (n) deep(n - 1);
    else {
        x = 1;
        pthread_exit((void *)7);
    }
    x = 9;
}
void *f(void *a) {
    deep(2);
    x = 8;
    return 0;
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, &r);
    assert(x == 1 && r == (void *)7);
    assert(x != 1); // fails
    return 0;
}
