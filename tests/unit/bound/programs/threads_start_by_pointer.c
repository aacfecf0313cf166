int x;
void *f(void *a) {
    x = 1;
    return 0;
}
void *g(void *a) {
    x = 2;
    return 0;
}
void *(*table[2])(void *) = {f, g};
void *(*chosen)(void *);
int main(void) {
    pthread_t t;
    chosen = __VERIFIER_nondet_int() ? f : g;
    pthread_create(&t, 0, chosen, 0);
    pthread_join(t, 0);
    assert(x == 1 || x == 2);
    if (chosen == f) assert(x != 1); // fails
    else assert(x != 2); // fails
    return 0;
}
