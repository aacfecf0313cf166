struct s { int a; int *p; };
int main(void) {
    int v = 1;
    struct s s = {3, &v}, t;
    memcpy(&t, &s, sizeof s);
    *t.p = 9;
    int a[2] = {1, 2}, b[2];
    memcpy(b, a, sizeof a);
    memset(a, 0, sizeof a);
    assert(v == 9 && t.a == 3 && b[1] == 2 && a[1] == 0);
    assert(v != 9); // fails
    return 0;
}
