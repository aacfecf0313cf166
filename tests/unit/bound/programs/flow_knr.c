int f();
int g() {
    return 3;
}
int f(a, b) int a, b;
{
    return a;
}
int (*h)() = f;
int main(void) {
    assert(h(1, 2) == 1);
    assert(g() != 3); // fails
    return 0;
}
