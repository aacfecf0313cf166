int flag, seen;
void *a(void *p) {
    flag = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    while (!flag) seen = 1;
    assert(!seen); // fails
    return 0;
}
