int a1, b1;
void *a(void *p) {
    a1 = 1;
    b1 = 1;
    a1 = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    while (!(a1 && b1));
    assert(a1); // fails
    return 0;
}
