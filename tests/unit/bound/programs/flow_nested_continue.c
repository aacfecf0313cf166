// bounds: unwind=2
int x;
int main(void) {
    int i, j;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            if (j == 1) goto next;
            if (i == 2) goto out;
            x++;
        }
        x += 100;
        next:;
    }
    out: assert(x == 2 && i == 2 && j == 0);
    assert(x != 2); // fails
    return 0;
}
