void set(int *p, int v) {
    *p = v;
}
void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void) {
    int v = 1, w = 2;
    swap(&v, &w);
    set(&w, w + 6);
    assert(v == 2 && w == 7);
    assert(v != 2); // fails
    return 0;
}
