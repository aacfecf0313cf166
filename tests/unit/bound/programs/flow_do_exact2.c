// bounds: unwind=2
int c;
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int i = 0;
    do {
        if (n) c++;
        i++;
    }
    while (i < n * 3);
    if (i == 1) assert(0); // fails
    if (i > 1) assert(0); // fails beyond
    return 0;
}
