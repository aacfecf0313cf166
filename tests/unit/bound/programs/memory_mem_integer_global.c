long secret;
void *f(void *a) {
    int *p = (int *)secret;
    *p = 3;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    secret = (long)&v;
    pthread_create(&t, 0, f, 0);
    assert(v == 1); // fails
    return 0;
}
