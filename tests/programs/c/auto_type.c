// __auto_type: deduced from initializers of every kind, in macros and loops.
#include <stdio.h>

#define TYPE(x) _Generic((x), char: "char", int: "int", unsigned: "unsigned", long long: "long long", \
    float: "float", double: "double", char *: "char *", int *: "int *", default: "other")
#define MIN(a, b) ({ __auto_type _a = (a); __auto_type _b = (b); _a < _b ? _a : _b; })
struct p { int x, y; };
static struct p make(int x) { return (struct p){x, x * 2}; }
static int twice(int x) { return 2 * x; }

int main(void) {
    __auto_type a = 5;
    __auto_type b = 5u;
    __auto_type c = 1ll << 33;
    __auto_type d = 2.5f;
    __auto_type e = 2.5;
    __auto_type f = (char)'x';
    printf("%s %s %s %s %s %s\n", TYPE(a), TYPE(b), TYPE(c), TYPE(d), TYPE(e), TYPE(f));
    __auto_type p = &a;
    *p = 9;
    char text[] = "text";
    __auto_type s = text;
    __auto_type sum = f + f;
    printf("%s %s %s %d %lld\n", TYPE(p), TYPE(s), TYPE(sum), a, c);
    __auto_type structure = make(4);
    __auto_type pointer = &structure;
    pointer->x++;
    printf("%d %d\n", structure.x, structure.y);
    __auto_type function = twice;
    printf("%d\n", function(21));
    for (__auto_type i = 3; i > 0; i--) printf("%d ", i);
    printf("\n");
    printf("%d %g\n", MIN(3, a), MIN(2.5, a));
    const __auto_type constant = a + 1;
    static __auto_type kept = 7;
    kept += constant;
    printf("%d %d\n", constant, kept);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    __auto_type row = m[1];
    __auto_type rows = m;
    printf("%d %d %zu\n", row[2], rows[1][0], sizeof *rows);
    return MIN(a, 200);
}
