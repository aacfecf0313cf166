struct s { int a; int b; };
void *f(void *a) {
    struct s *s = (struct s *)((char *)a - sizeof(int));
    s->a = 3;
    return 0;
}
int main(void) {
    pthread_t t;
    struct s s = {1, 2};
    pthread_create(&t, 0, f, &s.b);
    assert(s.a == 1); // fails
    return 0;
}
