// Usual arithmetic conversions: the result type of every pair of arithmetic types.
#include <stdio.h>

#define NAME(e) _Generic((e), int: "i", unsigned: "ui", long: "l", unsigned long: "ul", \
    long long: "ll", unsigned long long: "ull", float: "f", double: "d", long double: "ld", default: "?")

#define ROW(T) do { \
    T x = 1; \
    printf("%-18s", #T); \
    printf(" %s", NAME(x + (_Bool)1)); \
    printf(" %s", NAME(x + (char)1)); \
    printf(" %s", NAME(x * (signed char)1)); \
    printf(" %s", NAME(x / (unsigned char)1)); \
    printf(" %s", NAME(x - (short)1)); \
    printf(" %s", NAME(x + (unsigned short)1)); \
    printf(" %s", NAME(x + 1)); \
    printf(" %s", NAME(x + 1u)); \
    printf(" %s", NAME(x - 1l)); \
    printf(" %s", NAME(x * 1ul)); \
    printf(" %s", NAME(x + 1ll)); \
    printf(" %s", NAME(x / 1ull)); \
    printf(" %s", NAME(x + 1.0f)); \
    printf(" %s", NAME(x * 1.0)); \
    printf(" %s", NAME(x - 1.0L)); \
    printf(" %s", NAME(1 ? x : 1u)); \
    printf(" %s\n", NAME(x < 1)); \
} while (0)

int main(void) {
    ROW(_Bool);
    ROW(char);
    ROW(signed char);
    ROW(unsigned char);
    ROW(short);
    ROW(unsigned short);
    ROW(int);
    ROW(unsigned);
    ROW(long);
    ROW(unsigned long);
    ROW(long long);
    ROW(unsigned long long);
    ROW(float);
    ROW(double);
    ROW(long double);
    return 17;
}
