int flag, other;
void *a(void *p) {
    other = 1;
    flag = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    int r = 5;
    pthread_create(&t, 0, a, 0);
    while (1) {
        if (flag) {
            r = 1;
            break;
        }
        if (other) {
            r = 2;
            break;
        }
    }
    assert(r == 2); // fails
    assert(r == 1); // fails
    return 0;
}
