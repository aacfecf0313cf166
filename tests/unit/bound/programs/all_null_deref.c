// bounds: all=1
int *p;
int x;
void *f(void *a) {
    p = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    p = &x;
    pthread_create(&t, 0, f, 0);
    if (p) *p = 3; // fails
    return 0;
}
