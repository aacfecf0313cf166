union u { int *p; char c[8]; };
char bytes[8];
void *f(void *a) {
    union u u;
    for (int i = 0; i < 8; i++) u.c[i] = bytes[i];
    *u.p = 3;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    union u u;
    u.p = &v;
    for (int i = 0; i < 8; i++) bytes[i] = u.c[i];
    pthread_create(&t, 0, f, 0);
    int r = v;
    pthread_join(t, 0);
    assert(v == 3);
    assert(r == 1); // fails
    return 0;
}
