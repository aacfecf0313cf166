// bounds: unwind=1
int x;
int main(void) {
    for (int i = 0, j = 5; i < j; i++, j--) x++;
    unsigned char c = 250;
    while (c != 3) {
        c++;
        x++;
    }
    assert(x == 12);
    assert(x != 12); // fails
    return 0;
}
