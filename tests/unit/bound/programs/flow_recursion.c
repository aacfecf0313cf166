// bounds: depth=4
int x;
int fact(int n) {
    if (n <= 1) return 1;
    int *p = &n;
    x++;
    return *p * fact(n - 1);
}
int main(void) {
    int r = fact(4);
    assert(r == 24 && x == 3);
    assert(r != 24); // fails
    return 0;
}
