// expect: 10 use_after_return.c:9:
static int *escape(void) {
    int local = 5;
    int *p = &local;
    return p;
}
int main(void) {
    int *p = escape();
    return *p;
}
