// bounds: all=1
int *p;
int main(void) {
    for (int i = 0; i < 2; i++) {
        int v = i;
        if (i == 0) p = &v;
        else *p = 3; // fails
    }
    return 0;
}
