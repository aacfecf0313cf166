// bounds: depth=3
int odd(int);
int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}
int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}
int main(void) {
    assert(even(4));
    assert(even(12));
    assert(0); // fails beyond
    return 0;
}
