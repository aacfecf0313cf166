int *slot;
void *f(void *q) {
    int *p = malloc(4);
    *p = 1;
    slot = p;
    *p = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int *p = slot;
    if (p) {
        int r = *p;
        assert(r != 0);
        assert(r == 2); // fails
        assert(r == 1); // fails
    }
    return 0;
}
