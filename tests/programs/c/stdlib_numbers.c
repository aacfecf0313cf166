// abs, labs, llabs, div, atoi, atol, strtol, strtoul, strtoll with bases and end pointers.
#include <stdio.h>
#include <stdlib.h>

static void parse(const char *s, int base) {
    char *end;
    long n = strtol(s, &end, base);
    printf("%ld rest[%s]\n", n, end);
}

int main(void) {
    printf("%d %ld %lld\n", abs(-5), labs(-6l), llabs(-7000000000ll));
    div_t d = div(-17, 5);
    printf("%d %d\n", d.quot, d.rem);
    ldiv_t l = ldiv(100l, 7l);
    printf("%ld %ld\n", l.quot, l.rem);
    printf("%d %d %d %d\n", atoi("42"), atoi("  -17x"), atoi("+8"), atoi("none"));
    printf("%ld %lld\n", atol("123456789"), atoll("-9876543210"));
    parse("123abc", 10);
    parse("  -0x1F z", 16);
    parse("0x1Fz", 0);
    parse("0755", 0);
    parse("zz", 36);
    parse("1012", 2);
    parse("", 10);
    parse("-", 10);
    printf("%lu\n", strtoul("4294967295", 0, 10));
    printf("%lld\n", strtoll("-9223372036854775808", 0, 10));
    printf("%llu\n", strtoull("ffffffffffffffff", 0, 16));
    int sum = 0;
    for (const char *p = "1 22 333"; *p;) {
        char *next;
        sum += strtol(p, &next, 10);
        p = next;
    }
    return sum & 0xFF;
}
