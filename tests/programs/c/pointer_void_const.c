// void pointers, const qualification, casts between object pointer types, byte access.
#include <stdio.h>
#include <string.h>

static void swap_bytes(void *a, void *b, unsigned size) {
    unsigned char *x = a, *y = b;
    while (size--) { unsigned char t = *x; *x++ = *y; *y++ = t; }
}
static unsigned checksum(const void *data, unsigned size) {
    const unsigned char *bytes = data;
    unsigned sum = 17;
    for (unsigned i = 0; i < size; i++) sum = sum * 31 + bytes[i];
    return sum;
}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int a = 1, b = 2;
    swap_bytes(&a, &b, sizeof a);
    printf("%d %d\n", a, b);
    double d[2] = {1.5, -2.25};
    swap_bytes(&d[0], &d[1], sizeof *d);
    printf("%g %g\n", d[0], d[1]);
    printf("%u\n", checksum("text", 4));
    int value = 0x01020304;
    const unsigned char *bytes = (const unsigned char *)&value;
    printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    *(unsigned char *)&value = 0xFF;
    printf("%x\n", value);
    *((signed char *)(void *)&value + 2) = -2;
    printf("%x\n", value);
    printf("%d %d\n", compare(&a, &b), compare(&b, &a));
    const int fixed = 9;
    const int *to_const = &fixed;
    int *const const_pointer = &a;
    *const_pointer = 50;
    to_const = &a;
    printf("%d %d\n", *to_const, fixed);
    float f = 1.0f;
    unsigned bits;
    memcpy(&bits, &f, sizeof bits);
    printf("%x\n", bits);
    void *table[] = {&a, d, &f, "str"};
    printf("%d %g %g %s\n", *(int *)table[0], ((double *)table[1])[1], *(float *)table[2], (char *)table[3]);
    return checksum(&value, sizeof value) & 0xFF;
}
