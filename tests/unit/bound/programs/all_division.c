// bounds: all=1
int x = 5, z;
int main(void) {
    int r = 1;
    r = x / z; // fails
    return 0;
}
