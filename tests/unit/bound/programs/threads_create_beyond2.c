// bounds: threads=1
int x;
void *f(void *a) {
    x++;
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(x == 1);
    pthread_create(&u, 0, f, 0);
    assert(0); // fails
    return 0;
}
