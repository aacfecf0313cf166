union u { int i; short s[2]; unsigned char c[4]; };
int g = 0x01020304;
int main(void) {
    union u u;
    u.i = 0x11223344;
    u.c[1] = 0xff;
    short s = u.s[0];
    int i = u.i;
    *(char *)&g = 9;
    unsigned char *p = (unsigned char *)&g + 3;
    *p = 7;
    assert(i == 0x1122ff44 && s == (short)0xff44 && g == 0x07020309);
    assert(g != 0x07020309); // fails
    return 0;
}
