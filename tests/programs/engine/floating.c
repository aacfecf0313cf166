// float, double, long double: arithmetic, comparison, conversion, bits.
// inputs: a=3 b=-7 x=1.5 y=-0.1 | a=-2147483647 b=16777217 x=1e300 y=3e-310 | a=0 b=1 x=-0.0 y=1e7
// models: m64
#include <string.h>
static long bits(double d) { long l; memcpy(&l, &d, sizeof l); return l; }
static int bits32(float f) { int i; memcpy(&i, &f, sizeof i); return i; }
static float globals[3] = {0.1f, -2.5f, 1e-40f};
int main(void) {
    INPUT(int, a);
    INPUT(int, b);
    INPUT(double, x);
    INPUT(double, y);
    CHECK(bits(x + y));
    CHECK(bits(x - y));
    CHECK(bits(x * y));
    CHECK(bits(a * y));
    CHECK(bits32((float)y));
    CHECK(bits32((float)a + (float)b));
    CHECK(bits32((float)b));
    CHECK(bits((double)(float)y));
    CHECK(bits(-x));
    CHECK(x < y);
    CHECK(x <= y);
    CHECK(x == y);
    CHECK(x != -x);
    CHECK(!x);
    CHECK(x && y);
    CHECK((int)(y * 10) + (long)(float)a);
    CHECK((long)(y * 3));
    CHECK(bits((double)((long)a << 30)));
    CHECK(bits32(globals[a & 1] * 3));
    CHECK(bits32(globals[2] / 4));
    CHECK((a ? x : y) > 0);
    CHECK(bits(x == 0 ? y : y / 2));
    float f = y;
    f += 1;
    CHECK(bits32(f));
    f *= b;
    CHECK(bits32(f));
    long double e = x;
    e = e + a;
    CHECK(bits((double)e));
    CHECK(e > x);
    CHECK(bits((double)(e * y)));
    CHECK((long double)b == b);
    union { double d; unsigned char c[8]; unsigned long l; } u = {x};
    CHECK(u.c[7]);
    u.l ^= 1ul << 63;
    CHECK(bits(u.d));
    CHECK(bits((unsigned)b));
    CHECK((unsigned char)(float)(a & 63));
    return DONE;
}
