int flag;
void *a(void *p) {
    flag = 1;
    flag = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    int old = 0, now;
    pthread_create(&t, 0, a, 0);
    while ((now = flag) != 2) old = now;
    assert(old == 0); // fails
    assert(old == 1); // fails
    return 0;
}
