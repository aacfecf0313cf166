int x;
int main(void) {
    for (int i = 0; i < 5; i++) {
        switch (i) {
            case 1: continue;
            case 3: goto out;
            default: x += i;
            break;
        }
        x += 10;
    }
    out: assert(x == 22);
    assert(x != 22); // fails
    return 0;
}
