// bounds: unwind=6
int n = 2, x;
int main(void) {
    for (int i = 0; i < n; i++) {
        if (i == 1) n = 4;
        x++;
    }
    assert(x == 4);
    assert(x != 4); // fails
    return 0;
}
