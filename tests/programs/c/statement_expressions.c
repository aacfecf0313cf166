// GNU statement expressions: value, scope, side effects, nesting, in conditions and initializers.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ __typeof__(a) _t = (a); (a) = (b); (b) = _t; })

struct p { int x, y; };

static int escape(int n) {
    int r = ({ if (n > 5) return 100; n * 2; });
    return r;
}

int main(void) {
    int i = 3, j = 7;
    int m = MAX(i++, j++);
    printf("%d %d %d\n", m, i, j);
    printf("%d\n", MAX(MAX(1, 9), MAX(4, 2)));
    SWAP(i, j);
    printf("%d %d\n", i, j);
    int sum = ({ int s = 0; for (int k = 1; k <= 10; k++) s += k; s; });
    printf("%d\n", sum);
    struct p q = ({ struct p t = {1, 2}; t.x += 10; t; });
    printf("%d %d %d\n", q.x, q.y, ({ struct p t = {5, 6}; t; }).y);
    if (({ int c = i > j; c; })) printf("greater\n");
    while (({ i--; i > j; })) printf("%d ", i);
    printf("\n");
    ({ printf("void\n"); });
    ({ ; });
    printf("%d %d\n", escape(3), escape(6));
    int x = ({ goto skip; 1; });
    printf("never %d\n", x);
skip:;
    int y = ({ int z = 5; ({ int z = 6; z * 2; }) + z; });
    printf("%d\n", y);
    printf("%zu\n", sizeof(({ char c = 1; c; })));
    printf("%g\n", ({ 1; }) / 2.0 + ({ 0.5f; }));
    for (int k = ({ 2; }); k < ({ 5; }); k += ({ 1; })) { if (({ k == 3; })) continue; printf("%d ", k); }
    printf("\n");
    int array[3] = {({ 1; }), ({ int t = 2; t; }), 3};
    const char *text = ({ const char *s = "pointer"; s + 2; });
    printf("%d %s\n", array[1], text);
    int flag = 0 && ({ printf("never\n"); 1; });
    int loop = ({ int n = 0; do { n++; if (n == 4) break; } while (1); n; });
    return y + loop + flag;
}
