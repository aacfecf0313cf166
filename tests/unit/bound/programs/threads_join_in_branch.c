int x;
void *f(void *a) {
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int c = __VERIFIER_nondet_int();
    if (c) pthread_join(t, 0);
    int r = x;
    if (c) assert(r == 1);
    else assert(r == 1); // fails
    return 0;
}
