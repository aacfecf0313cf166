int flag, x;
void *a(void *p) {
    flag = 1;
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    __VERIFIER_atomic_begin();
    if (flag) x = 3;
    __VERIFIER_atomic_end();
    while (!flag);
    int r = x;
    assert(r != 1); // fails
    assert(r != 3); // fails
    assert(r != 0); // fails
    return 0;
}
