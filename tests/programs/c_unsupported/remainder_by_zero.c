// expect: 10 remainder_by_zero.c:6:
int main(void) {
    unsigned n = 10, zero = 0;
    while (n--)
        if (n == 5)
            n = n % zero;
    return 0;
}
