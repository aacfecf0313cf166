// expect: 10 bounds_negative.c:5:
int main(void) {
    int a[4] = {1, 2, 3, 4}, i = 3;
    while (1)
        a[i--] = 0;
}
