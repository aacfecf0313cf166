void *f(void *q) {
    int *p = malloc(4);
    *p = 1;
    (*p)++;
    int r = *p;
    free(p);
    return (void *)(long)r;
}
int main(void) {
    pthread_t t, u;
    void *a, *b;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, &a);
    pthread_join(u, &b);
    assert(a == (void *)2 && b == (void *)2);
    return 0;
}
