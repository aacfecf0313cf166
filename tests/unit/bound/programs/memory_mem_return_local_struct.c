struct p { int *q; };
struct p mk(int *a) {
    struct p r = {a};
    return r;
}
struct p g;
void *f(void *a) {
    *g.q = 5;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    g = mk(&v);
    pthread_create(&t, 0, f, 0);
    assert(v == 1); // fails
    return 0;
}
