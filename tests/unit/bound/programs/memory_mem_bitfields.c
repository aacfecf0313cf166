struct b { unsigned a : 3, b : 5; int c : 9; } g = {1, 2, -3};
int main(void) {
    struct b l = {7, 31, 5};
    l.a = 2;
    g.b = 9;
    struct b *p = &l;
    p->c = -1;
    unsigned char first = *(unsigned char *)&g;
    assert(l.a == 2 && l.b == 31 && l.c == -1 && g.a == 1 && g.b == 9 && g.c == -3 && first == 73);
    assert(g.b != 9); // fails
    return 0;
}
