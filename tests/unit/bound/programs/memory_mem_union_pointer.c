union u { int *p; long l; char c[8]; };
long l;
void *f(void *a) {
    union u u;
    u.l = l;
    *u.p = 3;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    union u u;
    u.p = &v;
    l = u.l;
    pthread_create(&t, 0, f, 0);
    assert(v == 1); // fails
    return 0;
}
