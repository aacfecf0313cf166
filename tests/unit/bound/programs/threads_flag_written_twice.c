int x, done;
void *f(void *a) {
    if (__VERIFIER_nondet_int()) done = 1;
    x = 1;
    done = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    __ut_block_until(done == 1);
    assert(x == 1); // fails
    return 0;
}
