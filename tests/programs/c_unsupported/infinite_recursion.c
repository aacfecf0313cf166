// expect: 5 infinite_recursion.c:
static int down(int n) {
    int block[100];
    block[n % 100] = n;
    return down(n + 1) + block[n % 100];
}
int main(void) { return down(0) != 0; }
