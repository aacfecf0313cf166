int *slot;
void *f(void *q) {
    static int v;
    v = 1;
    slot = &v;
    v = 2;
    slot = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int *p = slot;
    if (p) assert(*p == 2); // fails
    return 0;
}
