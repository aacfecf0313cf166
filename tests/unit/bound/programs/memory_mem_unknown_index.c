int a[3], x;
int main(void) {
    int i = __VERIFIER_nondet_int() == 0;
    a[0] = 1;
    a[1] = 2;
    a[i] = 5;
    int l[2] = {1, 2};
    l[i] = 9;
    l[1 - i] = 8;
    assert(a[0] + a[1] != 7); // fails
    assert(l[0] + l[1] == 17);
    if (i) assert(a[1] != 5); // fails
    else assert(a[0] == 5);
    return 0;
}
