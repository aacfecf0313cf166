// Bit-fields: signed, unsigned, straddling, packed, in unions, changed one by one.
// inputs: a=5 b=-3 | a=-1 b=1000000 | a=129 b=-32768
// models: m64
struct fields { unsigned a : 3; int b : 5; unsigned long c : 33; _Bool d : 1; signed char e : 4; unsigned f : 31; };
struct __attribute__((packed)) packed { unsigned char first; unsigned x : 11; int y : 22; short last; };
union both { struct { unsigned low : 4, middle : 9, high : 19; } parts; unsigned whole; };
static struct fields global = {5, -3, 0x123456789, 1, -2, 77};
int main(void) {
    INPUT(int, a);
    INPUT(int, b);
    struct fields s = global;
    CHECK(s.a + s.b + s.c + s.d + s.e + s.f);
    s.a = a;
    s.b = b;
    s.c = (unsigned long)a * b;
    s.d = a & 2;
    s.e = a + b;
    s.f = b;
    CHECK(s.a);
    CHECK(s.b);
    CHECK(s.c);
    CHECK(s.d);
    CHECK(s.e);
    CHECK(s.f);
    CHECK(s.a++);
    CHECK(s.b--);
    CHECK(s.c += b);
    CHECK(s.e *= 3);
    CHECK(s.a);
    struct packed p = {1, 2, 3, 4};
    p.x = a;
    p.y = b;
    p.last = a ^ b;
    CHECK(p.first + p.x + p.y + p.last);
    p.first = b;
    CHECK(p.x);
    CHECK(p.y);
    union both u;
    u.whole = a * 77777u;
    CHECK(u.parts.low);
    CHECK(u.parts.middle);
    CHECK(u.parts.high);
    u.parts.middle = b;
    CHECK(u.whole);
    struct fields copy = s, *q = &copy;
    q->c = ~q->c;
    CHECK(q->c);
    CHECK(copy.b == s.b);
    return DONE;
}
