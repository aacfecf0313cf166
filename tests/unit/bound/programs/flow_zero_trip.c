// bounds: unwind=1
int x;
int main(void) {
    for (int i = 0; i < 0; i++) x++;
    while (0) x++;
    do x++;
    while (0);
    assert(x == 1);
    assert(x != 1); // fails
    return 0;
}
