_Bool flag;
int main(void) {
    _Bool b = 5;
    _Bool *p = &b;
    flag = 7;
    char c = *(char *)&flag;
    *(char *)p = 0;
    assert(c == 1 && !b && flag == 1);
    assert(c != 1); // fails
    return 0;
}
