// bounds: unwind=1
int x;
int main(void) {
    int i = 0;
    do {
        x++;
        i++;
    }
    while (i < 3);
    assert(x == 3);
    assert(x != 3); // fails
    return 0;
}
