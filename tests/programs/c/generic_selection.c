// _Generic: all arithmetic types, pointers, qualified types, default, structures, unevaluated control.
#include <stdio.h>

struct s { int x; };
typedef unsigned long word;
#define NAME(x) _Generic((x), \
    _Bool: "bool", char: "char", signed char: "signed char", unsigned char: "unsigned char", \
    short: "short", unsigned short: "unsigned short", int: "int", unsigned: "unsigned", \
    long: "long", unsigned long: "unsigned long", long long: "long long", \
    unsigned long long: "unsigned long long", float: "float", double: "double", \
    long double: "long double", char *: "char *", const char *: "const char *", void *: "void *", \
    int *: "int *", int (*)[3]: "pointer to array", int (*)(int): "function pointer", \
    struct s: "struct s", struct s *: "struct s *", default: "other")

static int evaluated;
static int touch(void) { return ++evaluated; }
static int function(int x) { return x; }

int main(void) {
    printf("%s %s %s %s\n", NAME((_Bool)1), NAME((char)1), NAME((signed char)1), NAME((unsigned char)1));
    printf("%s %s %s %s\n", NAME((short)1), NAME((unsigned short)1), NAME(1), NAME(1u));
    printf("%s %s %s %s\n", NAME(1l), NAME((word)1), NAME(1ll), NAME(1ull));
    printf("%s %s %s %s\n", NAME(1.0f), NAME(1.0), NAME(1.0L), NAME('a'));
    const int ci = 1;
    int array[3], n = 0;
    struct s s = {1};
    printf("%s %s %s %s\n", NAME(ci), NAME(array), NAME(&array), NAME(&n));
    printf("%s %s %s %s\n", NAME(s), NAME(&s), NAME("text"), NAME((const char *)"x"));
    printf("%s %s %s\n", NAME(function), NAME((void *)0), NAME((float *)0));
    printf("%s %s %s\n", NAME(s.x + 1.0f), NAME(1 ? 'a' : 1l), NAME(sizeof 1 - sizeof 1 == 0));
    printf("%s %d\n", NAME(touch()), evaluated);
    int r = _Generic(n, int: 10, default: touch()) + _Generic(1.5, int: touch(), double: 5);
    printf("%d %d\n", r, evaluated);
    _Generic(n, int: n, long: evaluated) = 77;
    printf("%d\n", n);
    printf("%d\n", _Generic("abc", char *: 1, default: 2));
    printf("%d\n", _Generic(0, int: _Generic(0.0f, float: 12, default: 13), default: 14));
    return _Generic((char)0, default: 3, int: 4);
}
