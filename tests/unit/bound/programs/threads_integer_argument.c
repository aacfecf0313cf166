long x;
void *f(void *a) {
    x += (long)a;
    return a;
}
int main(void) {
    pthread_t t, u;
    void *r, *s;
    pthread_create(&t, 0, f, (void *)3);
    pthread_create(&u, 0, f, (void *)4);
    pthread_join(t, &r);
    pthread_join(u, &s);
    assert((long)r + (long)s == 7);
    assert(x == 7); // fails
    return 0;
}
