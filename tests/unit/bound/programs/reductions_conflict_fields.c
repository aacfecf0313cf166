struct s { int a, b; } s, *p = &s;
void *f(void *q) {
    int r = s.a;
    s.a = r + 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r = p->b;
    p->b = r + 1;
    struct s c = *p;
    pthread_join(t, 0);
    assert(s.a == 1 && s.b == 1);
    assert(c.a == 1); // fails
    return 0;
}
