// bounds: all=1
int a[2];
int main(void) {
    int i = 0;
    while (i < 3) {
        a[i] = 1; // fails
        i++;
    }
    return 0;
}
