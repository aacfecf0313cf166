_Thread_local int v = 1;
int seen;
int *p;
void *f(void *a) {
    v = 2;
    seen = v;
    *p = 5;
    return 0;
}
int main(void) {
    pthread_t t;
    v = 7;
    p = &v;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(seen == 2 && v == 5);
    assert(v != 5); // fails
    return 0;
}
