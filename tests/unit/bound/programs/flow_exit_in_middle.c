// bounds: unwind=1
int x, c;
int main(void) {
    int i = 0;
    while (1) {
        if (c) x += 5;
        x++;
        if (i == 2) break;
        i++;
        if (c) x += 7;
    }
    assert(x == 3);
    assert(x != 3); // fails
    return 0;
}
