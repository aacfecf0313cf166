// expect: 10 violation_in_macro.c:7:
#define DIVIDE(a, b) \
    ((a) / \
     (b))
int main(void) {
    int zero = 0;
    int r = DIVIDE(5, zero);
    return r;
}
