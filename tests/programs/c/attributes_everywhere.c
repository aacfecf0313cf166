// Attributes on functions, parameters, variables, types, members, enumerators, labels and statements.
#include <stdio.h>

__attribute__((unused)) static int unused_variable = 1;
static int used __attribute__((used)) = 2;
static int aligned __attribute__((aligned(16), unused)) = 3;
typedef int __attribute__((may_alias)) aliased;
struct __attribute__((packed)) a { char c; int i; };
struct b { char c; int i; } __attribute__((packed, aligned(2)));
struct c { char c __attribute__((aligned(8))); int i __attribute__((unused)); };
enum __attribute__((unused)) e { ONE __attribute__((unused)) = 1, TWO };
union __attribute__((aligned(32))) u { int i; };

static int f(int x) __attribute__((const, warn_unused_result));
static int f(int x __attribute__((unused))) { return x + 1; }
__attribute__((noinline, unused)) static int g(__attribute__((unused)) int a, int b) { return b; }
static void __attribute__((format(printf, 1, 2))) check(const char *text, ...) { printf("%s\n", text); }
static int *__attribute__((returns_nonnull)) h(void) { return &used; }
static __attribute__((nonnull(1))) int i(int *p) { return *p; }
__attribute__((hot)) static int j(void) { return 10; }
__attribute__((cold, visibility("hidden"))) int k(void) { return 20; }
static int l(void) __attribute__((deprecated("old")));
static int l(void) { return 30; }
static int (*pointer)(int) __attribute__((unused)) = f;

static int labels(int n) {
    if (n) goto out;
    n = 5;
out: __attribute__((unused));
    switch (n) {
    case 5: n++; __attribute__((fallthrough));
    case 6: n++; break;
    default: ;
    }
    return n;
}

int main(void) {
    __attribute__((unused)) int local = 4, __attribute__((unused)) other = 5;
    int array[3] __attribute__((aligned(32))) = {1, 2, 3};
    register int r __attribute__((unused)) = 6;
    printf("%zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(union u));
    printf("%d %d %d %d\n", f(1), g(1, 2), *h(), i(&aligned));
    printf("%d %d %d %d\n", j(), k(), l(), pointer(7));
    check("format");
    printf("%d %d\n", labels(0), labels(3));
    printf("%d %d %d\n", local, array[2], (int)((unsigned long)array % 32));
    float value = 1.0f;
    printf("%x %d\n", *(aliased *)&value, TWO);
    return __extension__ ({ r + 1; });
}
