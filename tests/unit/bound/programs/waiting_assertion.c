int flag, x, y;
void *f(void *a) {
    x = 1;
    y = 1;
    x = 0;
    flag = 1;
    x = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    while (!flag) {
        assert(x != 2); // fails
        assert(y == 0 || x == 0); // fails
        assert(x <= 2);
    }
    assert(x != 1);
    return 0;
}
