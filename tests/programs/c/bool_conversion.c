// _Bool: every scalar converts to 0 or 1, arithmetic and increments on it.
#include <stdio.h>
#include <stdbool.h>

struct flags { bool a; _Bool b[3]; };

static bool to_bool(long long x) { return x; }
static int from_bool(bool x) { return x; }

int main(void) {
    int object = 0;
    bool b;
    b = 256; printf("%d", b);
    b = 0.25; printf("%d", b);
    b = -0.0; printf("%d", b);
    b = &object; printf("%d", b);
    b = (void *)0; printf("%d", b);
    b = 'x'; printf("%d", b);
    b = 0x100000000ll; printf("%d", b);
    b = (unsigned char)256; printf("%d", b);
    b = 1e-300L; printf("%d\n", b);
    printf("%d %d\n", to_bool(1ll << 40), to_bool(0));
    printf("%d %d\n", from_bool(77), from_bool(0));
    b = 0; b++; printf("%d", b); b++; printf("%d", b);
    b--; printf("%d", b); b--; printf("%d", b);
    b += 5; printf("%d", b);
    b -= 1; printf("%d", b);
    b |= 4; printf("%d", b);
    b ^= 1; printf("%d", b);
    b = !b; printf("%d\n", b);
    bool old = b--;
    bool now = ++b;
    printf("%d %d\n", old, now);
    struct flags f = {2, {0, 3, -1}};
    printf("%d %d %d %d %zu\n", f.a, f.b[0], f.b[1], f.b[2], sizeof f);
    printf("%d %d %d\n", true + true, ~true, -true);
    printf("%d %d\n", (bool)2 == 2, (bool)2 == 1);
    bool chained = object = 12;
    printf("%d %d\n", chained, object);
    printf("%d\n", (_Bool)main);
    return b ? 9 : 8;
}
