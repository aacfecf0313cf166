struct h { pthread_t *t; int n; };
int x;
void *f(void *a) {
    x++;
    return a;
}
int main(void) {
    struct h *h = malloc(sizeof *h);
    h->t = malloc(2 * sizeof(pthread_t));
    h->n = 2;
    int v = 7;
    void *r;
    for (int i = 0; i < h->n; i++) pthread_create(h->t + i, 0, f, &v);
    for (int i = 0; i < h->n; i++) {
        pthread_join(h->t[i], &r);
        assert(r == &v);
    }
    assert(x == 2); // fails
    return 0;
}
