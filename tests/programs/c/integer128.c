// __int128: arithmetic, shifts, comparison and conversion, on the 64-bit data model only.
// models: m64
#include <stdio.h>

typedef unsigned __int128 wide;

static void show(wide v) {
    char text[50];
    int n = sizeof text;
    text[--n] = 0;
    do { text[--n] = '0' + (int)(v % 10); v /= 10; } while (v);
    printf("%s\n", text + n);
}

int main(void) {
    wide a = 1;
    for (int i = 2; i <= 33; i++) a *= i;
    show(a);
    show(a >> 64);
    show(a / 1000000007u);
    show((wide)-1);
    show(((wide)1 << 100) + 12345);
    unsigned long long x = 0xFEDCBA9876543210ull, y = 0x123456789ABCDEFull;
    wide product = (wide)x * y;
    printf("%llx %llx\n", (unsigned long long)(product >> 64), (unsigned long long)product);
    __int128 s = -5;
    s *= 1000000000000000000ll;
    s *= 100;
    printf("%d %d %lld\n", s < 0, s < a, (long long)(s / 1000000000000000000ll));
    printf("%lld %lld\n", (long long)(s % 7), (long long)(s >> 70));
    printf("%d %zu %zu\n", (int)(_Bool)((wide)1 << 127), sizeof s, _Alignof(wide));
    printf("%.6g\n", (double)a);
    a = 1e20;
    show(a);
    a++; a ^= 0xFF; a |= (wide)3 << 90;
    show(a);
    return (int)(a & 0x7F);
}
