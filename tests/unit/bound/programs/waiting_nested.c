int flag, x;
void *a(void *p) {
    for (int i = 0; i < 2; i++) {
        while (flag != 0);
        x++;
        flag = 1;
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    for (int i = 0; i < 2; i++) {
        while (flag != 1);
        flag = 0;
    }
    assert(x == 2);
    assert(x == 0); // fails
    return 0;
}
