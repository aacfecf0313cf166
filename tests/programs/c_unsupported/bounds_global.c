// expect: 10 bounds_global.c:4:
static int table[10];
static int get(int i) {
    return table[i];
}
int main(void) { return get(9) + get(10); }
