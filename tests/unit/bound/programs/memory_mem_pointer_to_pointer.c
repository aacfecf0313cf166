int *g;
int **gg = &g;
void *f(void *a) {
    **gg = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    *gg = &v;
    pthread_create(&t, 0, f, 0);
    assert(v == 1); // fails
    return 0;
}
