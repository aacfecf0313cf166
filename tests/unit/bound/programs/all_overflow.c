// bounds: all=1
int x = 2147483647;
int main(void) {
    x++; // fails
    return 0;
}
