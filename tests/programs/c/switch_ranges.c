// GNU case ranges: characters, negatives, single values between, wide types.
#include <stdio.h>

static const char *classify(int c) {
    switch (c) {
    case 'a' ... 'z': return "lower";
    case 'A' ... 'Z': return "upper";
    case '0' ... '9': return "digit";
    case ' ': case '\t' ... '\r': return "space";
    case 128 ... 2147483647: return "high";
    case -2147483647 - 1 ... -1: return "negative";
    default: return "other";
    }
}
static int unsigned_ranges(unsigned u) {
    switch (u) {
    case 0 ... 9: return 1;
    case 10 ... 4000000000u: return 2;
    case 4000000001u ... 4294967295u: return 3;
    }
    return 0;
}
static int wide(long long n) {
    switch (n) {
    case -5000000000ll ... -1: return -1;
    case 0: return 0;
    case 1 ... 5000000000ll: return 1;
    default: return 2;
    }
}

int main(void) {
    int tests[] = {'q', 'Q', '5', ' ', '\n', '_', 200, -7};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) printf("%s ", classify(tests[i]));
    printf("\n");
    printf("%d%d%d%d\n", unsigned_ranges(0), unsigned_ranges(10), unsigned_ranges(4000000000u), unsigned_ranges(-1));
    printf("%d %d %d %d\n", wide(-5000000000ll), wide(0), wide(4999999999ll), wide(5000000001ll));
    int sum = 0;
    for (int i = 0; i < 20; i++)
        switch (i) {
        case 3 ... 5: sum += 1;
        case 10 ... 12: sum += 10; break;
        case 15 ... 15: sum += 100;
        }
    printf("%d\n", sum);
    return sum & 0x7F;
}
