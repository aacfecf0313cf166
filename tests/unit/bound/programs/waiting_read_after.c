volatile int flag;
void *a(void *p) {
    flag = 1;
    flag = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    int v;
    pthread_create(&t, 0, a, 0);
    while ((v = flag) == 0);
    assert(v == 1); // fails
    assert(v == 2); // fails
    return 0;
}
