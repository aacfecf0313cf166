// Function pointers, tables of them, recursion, switch, goto, structs by value, variadic functions.
// inputs: a=2 b=5 | a=0 b=-4 | a=3 b=100
#include <stdarg.h>
typedef int (*operation)(int, int);
struct pair { int first; long second; };
static int add(int x, int y) { return x + y; }
static int sub(int x, int y) { return x - y; }
static int mul(int x, int y) { return x * y; }
static int power(int x, int y) { return y <= 0 ? 1 : x * power(x, y - 1); }
static operation table[] = {add, sub, mul, power};
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static struct pair swap(struct pair p) { struct pair q = {(int)p.second, p.first}; p.first = 0; return q; }
static int apply(operation f, int x, int y) { return f ? f(x, y) : -1; }
static int sum(int count, ...) {
    va_list list;
    int result = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) result = result * 2 + va_arg(list, int);
    va_end(list);
    return result;
}
static int classify(int x) {
    switch (x) {
    case -10 ... -1: return -1;
    case 0: x = 7;
    case 1: return x + 1;
    case 5: x += 2; break;
    default: if (x > 50) goto large; x = 3;
    }
    return x * 2;
large:
    return 1000;
}
int main(void) {
    INPUT(int, a);
    INPUT(int, b);
    CHECK(table[a](b, 3));
    CHECK(apply(table[3 - a], b, 2));
    CHECK(apply(a > 5 ? add : 0, 1, 2));
    CHECK(table[a] == mul);
    operation f = b > 0 ? add : sub;
    CHECK(f(a, b) + (*f)(b, a));
    CHECK(classify(a));
    CHECK(classify(b));
    CHECK(power(a, 3));
    CHECK(fibonacci(2));
    struct pair p = {a, b};
    struct pair q = swap(p);
    CHECK(q.first * 100 + q.second);
    CHECK(p.first);
    CHECK(swap(swap(p)).first);
    CHECK(sum(3, a, b, 7));
    CHECK(sum(0));
    int i = 0, n = 0;
again:
    n += a;
    if (++i < 3) goto again;
    CHECK(n);
    do { n--; if (n == 4) continue; } while (n > 4 && n < 7);
    CHECK(n);
    CHECK((a && ++n) || --n);
    CHECK(n);
    CHECK(((a ? n++ : n--), n));
    return DONE;
}
