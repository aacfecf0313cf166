struct b { unsigned a : 4, b : 4; } s;
void *f(void *q) {
    s.a = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    s.b = 2;
    unsigned r = s.a;
    pthread_join(t, 0);
    assert(r == 0); // fails
    assert(s.b == 2 && s.a == 1); // fails
    return 0;
}
