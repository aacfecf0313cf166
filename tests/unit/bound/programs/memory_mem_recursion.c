int go(int n) {
    int v[2];
    v[0] = n;
    if (n > 0) {
        int r = go(n - 1);
        if (v[0] != n) return 100;
        v[1] = r;
    } else v[1] = 50;
    return v[0] + v[1];
}
int main(void) {
    int r = go(2);
    assert(r == 53);
    assert(r != 53); // fails
    return 0;
}
