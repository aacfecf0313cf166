// bounds: all=1
int *p;
void f(void) {
    int v = 1;
    p = &v;
    v++;
}
int main(void) {
    f();
    *p = 3; // fails
    return 0;
}
