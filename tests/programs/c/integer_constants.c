// Integer constants: bases, suffixes, and the type each one gets.
#include <stdio.h>

#define TYPE(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", \
    long long: "long long", unsigned long long: "unsigned long long", default: "other")
#define SHOW(c) printf("%s %s\n", #c, TYPE(c))

int main(void) {
    SHOW(0);
    SHOW(2147483647);
    SHOW(2147483648);
    SHOW(0x7fffffff);
    SHOW(0x80000000);
    SHOW(0xffffffff);
    SHOW(0x100000000);
    SHOW(037777777777);
    SHOW(1u);
    SHOW(4294967296u);
    SHOW(1l);
    SHOW(1ul);
    SHOW(1LL);
    SHOW(1uLL);
    SHOW(1LLU);
    SHOW(0x7fffffffffffffff);
    SHOW(0x8000000000000000);
    SHOW(9223372036854775807);
    SHOW(-2147483648);
    printf("%d %d %d %d\n", 10, 010, 0x10, 0b10);
    printf("%d %d\n", 0XAbC, 0B1011);
    printf("%u %llu\n", 4294967295u, 18446744073709551615ull);
    printf("%d\n", -2147483647 - 1);
    printf("%d %d\n", -1 < 0x7fffffff, -1 < 0x80000000);
    printf("%d\n", -2147483648 < 0);
    return 0123;
}
