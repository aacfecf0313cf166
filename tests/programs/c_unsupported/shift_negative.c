// expect: 10 shift_negative.c:5:
int main(void) {
    int x = 8, n = 1;
    n -= 2;
    return x >> n;
}
