int x, y;
void *f(void *a) {
    while (1) {
        __ut_atomic_begin();
        int first = x, second = y;
        __ut_atomic_end();
        assert(first >= second);
        assert(first <= second + 1);
        assert(second < 2); // fails
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 1;
    y = 1;
    x = 2;
    y = 2;
    return 0;
}
