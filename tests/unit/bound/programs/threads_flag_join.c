int x, done;
void *f(void *a) {
    x = 1;
    done = 1;
    x = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    __ut_block_until(done == 1);
    assert(x == 1); // fails
    assert(x == 2); // fails
    return 0;
}
