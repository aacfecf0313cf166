// bounds: all=1
int x = 2147483647;
int main(void) {
    int r;
    r = x + 1; // fails
    return 0;
}
