int main(void) {
    int v;
    int *p = &v;
    int a = *p, b = v;
    assert(a == b);
    return 0;
}
