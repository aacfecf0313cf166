int one(int a) {
    return a + 1;
}
int two(int a) {
    return a + 2;
}
int three(int a) {
    return a + 3;
}
int (*table[])(int) = {one, two};
int (*q)(int);
void *f(void *a) {
    q = three;
    return 0;
}
int main(void) {
    pthread_t t;
    int i = __VERIFIER_nondet_int() == 0;
    q = one;
    pthread_create(&t, 0, f, 0);
    int r = table[i](1), s = q(1);
    assert((r == 2 || r == 3) && (s == 2 || s == 4));
    if (r == 2) assert(s == 2); // fails
    if (r == 3) assert(s == 4); // fails
    return 0;
}
