// bounds: unwind=1
const int table[4] = {1, 2, 3, 0};
int x;
int main(void) {
    for (const int *p = table; *p; p++) x += *p;
    const char *s = "abc";
    int n = 0;
    while (*s++) n++;
    assert(x == 6 && n == 3);
    assert(x != 6); // fails
    return 0;
}
