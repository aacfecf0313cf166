int flag;
void *f(void *a) {
    flag = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r[2];
    r[0] = 0;
    while (flag == 0) r[0] = 1;
    assert(r[0] == 0); // fails
    return 0;
}
