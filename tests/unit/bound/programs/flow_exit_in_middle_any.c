// bounds: unwind=1
int x;
int main(void) {
    int c = __VERIFIER_nondet_int();
    int i = 0;
    while (1) {
        if (c) x += 5;
        else x++;
        if (i == 2) break;
        i++;
        if (c) x += 7;
    }
    assert(x == 3); // fails
    assert(x != 3); // fails
    return 0;
}
