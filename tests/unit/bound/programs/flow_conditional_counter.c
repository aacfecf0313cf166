// bounds: unwind=8
int x;
int main(void) {
    int i = 0;
    while (i < 3) {
        x++;
        if (x & 1) i++;
    }
    assert(x == 5);
    assert(x != 5); // fails
    return 0;
}
