int main(void) {
    int a[2];
    int x = 0;
    a[0] = 1;
    a[1] = 0;
    for (int i = 0; i < a[0]; i++) {
        if (x < 3) a[0]++;
        x++;
    }
    assert(x == 4);
    assert(x != 4); // fails
    return 0;
}
