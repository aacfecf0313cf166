// expect: 10 overflow_multiplication.c:5:
int main(void) {
    int f = 1;
    for (int i = 1; i < 20; i++)
        f *= i;
    return f;
}
