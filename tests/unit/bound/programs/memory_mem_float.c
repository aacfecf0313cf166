union u { float f; int i; };
float g = 1.0f;
double d;
int main(void) {
    union u u;
    u.f = 1.0f;
    int i = u.i;
    u.i = 0;
    int j = *(int *)&g;
    d = 1;
    long l = *(long *)&d;
    assert(i == 0x3f800000 && u.f == 0 && j == i && l == 0x3ff0000000000000);
    assert(j == 0); // fails
    return 0;
}
