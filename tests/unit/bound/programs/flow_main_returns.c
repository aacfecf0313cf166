int x;
void *f(void *a) {
    x = 1;
    assert(x == 2); // fails
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    return 0;
}
