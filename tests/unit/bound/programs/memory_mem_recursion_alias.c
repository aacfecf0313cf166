void go(int n, int **top) {
    int v = n;
    if (n == 1) *top = &v;
    if (n == 0) {
        **top = 9;
        return;
    }
    go(n - 1, top);
    if (n == 1) assert(v == 9);
    if (n == 2) assert(v == 2);
}
int main(void) {
    int *t;
    go(2, &t);
    int z = 0;
    assert(z); // fails
    return 0;
}
