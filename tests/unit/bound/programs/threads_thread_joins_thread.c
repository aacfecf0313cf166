int x;
pthread_t t;
void *f(void *a) {
    x = 1;
    return 0;
}
void *g(void *a) {
    pthread_join(t, 0);
    x = 2;
    return 0;
}
int main(void) {
    pthread_t u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(u, 0);
    assert(x == 2);
    return 0;
}
