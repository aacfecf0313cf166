// bounds: all=1
int *p;
void *f(void *a) {
    int v = 1;
    p = &v;
    v = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    *p = 3; // fails
    return 0;
}
