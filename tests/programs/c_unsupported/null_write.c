// expect: 10 null_write.c:6:
int main(void) {
    int x, *p = &x;
    *p = 1;
    p = 0;
    *p = 2;
    return x;
}
