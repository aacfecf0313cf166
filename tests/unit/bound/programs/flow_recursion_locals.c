// bounds: depth=4
int go(int n, int *up) {
    int mine = n;
    if (up) *up += n;
    if (n) go(n - 1, &mine);
    return mine;
}
int main(void) {
    int r = go(3, 0);
    assert(r == 5);
    assert(r != 5); // fails
    return 0;
}
