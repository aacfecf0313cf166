// bounds: all=1
int *p;
void f(int n) {
    int a[n];
    a[0] = 1;
    p = a;
}
int main(void) {
    f(2);
    *p = 3; // fails
    return 0;
}
