// _Static_assert and static_assert in every place, with constant expressions of all kinds.
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

_Static_assert(1, "file scope");
_Static_assert(sizeof(char) == 1 && CHAR_BIT == 8, "bytes");
struct s { char c; _Static_assert(sizeof(int) == 4, "in a structure"); int i; };
static_assert(offsetof(struct s, i) == 4, "macro");
enum { VALUE = 10 };
_Static_assert(VALUE * 2 + 1 == 21, "enumeration");
_Static_assert((unsigned char)300 == 44, "cast");
_Static_assert(-1 < 0 && -1 > 0u, "conversions");
_Static_assert(-7 / 2 == -3 && -7 % 2 == -1, "division");
_Static_assert(1 ? 1 : 1 / 0, "unevaluated");
_Static_assert((int)2.9 == 2, "float constant");
_Static_assert('a' == 97 && '\x41' == 65, "characters");
_Static_assert(_Generic(1, int: 1, default: 0), "generic");
_Static_assert(__builtin_types_compatible_p(int, signed), "types");
_Static_assert((1u << 31) >> 31 == 1, "shift");
_Static_assert(sizeof "abc" == 4, "string");
_Static_assert(~0 == -1 && !0, "unary");
_Static_assert(_Alignof(int) == 4, "alignment");

int main(void) {
    _Static_assert(sizeof(struct s) == 8, "block scope");
    int n = 0;
    for (int i = 0; i < 2; i++) { _Static_assert(1, "loop"); n++; }
    if (n) { static_assert(2 > 1, "branch"); }
    assert(n == 2);
    assert(n && "with text");
    printf("%d\n", n);
    return n;
}
