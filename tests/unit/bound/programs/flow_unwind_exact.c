// bounds: unwind=2
int x[5];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int i = 0;
    while (i < n * 3) {
        i++;
        x[i] = 1;
    }
    if (i == 0) assert(x[1] != 0); // fails
    if (i > 1) assert(0); // fails beyond
    return 0;
}
