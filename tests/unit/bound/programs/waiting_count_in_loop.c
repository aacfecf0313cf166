// bounds: endless=1 unwind=3
int flag;
void *a(void *p) {
    flag = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    int n = 0;
    pthread_create(&t, 0, a, 0);
    while (!flag) n++;
    assert(n != 2); // fails
    return 0;
}
