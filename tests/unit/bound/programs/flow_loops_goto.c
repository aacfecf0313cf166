int x;
int main(void) {
    int i = 0;
    goto mid;
    top: x += 10;
    mid: x++;
    i++;
    if (i < 3) goto top;
    assert(x == 23);
    assert(x != 23); // fails
    return 0;
}
