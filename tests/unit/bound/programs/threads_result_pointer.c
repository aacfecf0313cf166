int x;
void *f(void *a) {
    int *p = malloc(sizeof *p);
    *p = 4;
    pthread_exit(p);
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, &r);
    assert(*(int *)r == 4);
    assert(*(int *)r != 4); // fails
    return 0;
}
