// expect: 10 shift_wide.c:5:
int main(void) {
    long long x = 1;
    int n = 64;
    x = x << n;
    return x != 0;
}
