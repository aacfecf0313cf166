// expect: 10 overflow_subtraction.c:4:
int main(void) {
    int n = -2147483647;
    n -= 2;
    return n;
}
