// bounds: unwind=1
int x, c;
int main(void) {
    int i = 0;
    do {
        if (c) x += 2;
        x++;
        i++;
    }
    while (i < 3);
    assert(x == 3);
    assert(x != 3); // fails
    return 0;
}
