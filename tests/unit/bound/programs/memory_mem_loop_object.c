int main(void) {
    int s = 0;
    int *old = 0;
    for (int i = 0; i < 3; i++) {
        int v;
        int *p = &v;
        if (i == 0) *p = 4;
        else *p = *p == 5 ? 6 : 7;
        if (old && old == p) s += 100;
        s += v;
        old = &v;
    }
    assert(s >= 4);
    assert(s != 18); // fails
    return 0;
}
