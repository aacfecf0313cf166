int x, done;
void *f(void *a) {
    x = 1;
    done = 1;
    return 0;
}
void *g(void *a) {
    done = 1;
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    __ut_block_until(done == 1);
    assert(x == 1); // fails
    return 0;
}
