// expect: 10 bounds_variable_length.c:5:
static int last(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    return a[n];
}
int main(void) { return last(3); }
