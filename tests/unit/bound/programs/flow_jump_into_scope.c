int x;
int main(void) {
    int i = 0;
    int c = __VERIFIER_nondet_int();
    if (c) goto inside;
    {
        int a[2];
        a[0] = 2;
        int *p = a;
        p[1] = 0;
        i = 1;
        inside: if (!i) a[0] = 3;
        while (x < a[0] && x < 4) x++;
    }
    assert(x == 2 || x == 3);
    assert(x != 2); // fails
    assert(x != 3); // fails
    return 0;
}
