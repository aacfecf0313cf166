struct s { int a, b[2]; char c; };
struct s make(int k) {
    struct s r = {k, {k + 1, k + 2}, 'x'};
    return r;
}
int use(struct s v) {
    v.a += 10;
    return v.a + v.b[1];
}
int main(void) {
    struct s v = make(1);
    int r = use(v);
    struct s w = v;
    w.b[0] = 9;
    assert(r == 14 && v.a == 1 && v.b[0] == 2 && make(5).b[1] == 7);
    assert(w.b[0] != 9); // fails
    return 0;
}
