// Big natural numbers in base ten thousand: addition, multiplication, division by small, powers, factorial.
#include <stdio.h>
#include <string.h>

#define BASE 10000
#define LIMBS 40

typedef struct {
    int size;
    unsigned short limb[LIMBS];
} number;

static number from_int(unsigned n) {
    number r = {0};
    do {
        r.limb[r.size++] = n % BASE;
        n /= BASE;
    } while (n);
    return r;
}

static number add(number a, const number *b) {
    unsigned carry = 0;
    int size = a.size > b->size ? a.size : b->size;
    for (int i = 0; i < size || carry; i++) {
        unsigned sum = carry + (i < a.size ? a.limb[i] : 0) + (i < b->size ? b->limb[i] : 0);
        a.limb[i] = sum % BASE;
        carry = sum / BASE;
        if (i >= a.size)
            a.size = i + 1;
    }
    return a;
}

static number multiply(const number *a, const number *b) {
    unsigned long long cell[2 * LIMBS] = {0};
    for (int i = 0; i < a->size; i++)
        for (int j = 0; j < b->size; j++)
            cell[i + j] += (unsigned)a->limb[i] * b->limb[j];
    number r = {0};
    unsigned long long carry = 0;
    for (int i = 0; i < a->size + b->size && i < LIMBS; i++) {
        carry += cell[i];
        r.limb[i] = carry % BASE;
        carry /= BASE;
        if (r.limb[i])
            r.size = i + 1;
    }
    if (!r.size)
        r.size = 1;
    return r;
}

static unsigned divide(number *a, unsigned divisor) {
    unsigned remainder = 0;
    for (int i = a->size; i-- > 0;) {
        unsigned value = remainder * BASE + a->limb[i];
        a->limb[i] = value / divisor;
        remainder = value % divisor;
    }
    while (a->size > 1 && !a->limb[a->size - 1])
        a->size--;
    return remainder;
}

static number power(number base, unsigned exponent) {
    number r = from_int(1);
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            r = multiply(&r, &base);
        if (exponent > 1)
            base = multiply(&base, &base);
    }
    return r;
}

static const char *text(const number *n) {
    static char buffers[2][LIMBS * 4 + 1];
    static int which;
    char *b = buffers[which ^= 1], *p = b;
    p += sprintf(p, "%d", n->limb[n->size - 1]);
    for (int i = n->size - 2; i >= 0; i--)
        p += sprintf(p, "%04d", n->limb[i]);
    return b;
}

static int digit_sum(number n) {
    int sum = 0;
    while (n.size > 1 || n.limb[0])
        sum += divide(&n, 10);
    return sum;
}

int main(void) {
    number a = from_int(4294967295u), one = from_int(1);
    printf("%s\n", text(&a));
    number b = add(a, &one);
    number c = multiply(&b, &b);
    printf("%s %s\n", text(&b), text(&c));
    number f = one;
    for (unsigned i = 2; i <= 30; i++) {
        number n = from_int(i);
        f = multiply(&f, &n);
        if (i % 10 == 0)
            printf("%u! = %s\n", i, text(&f));
    }
    number x = one, y = one;
    for (int i = 0; i < 100; i++) {
        number next = add(x, &y);
        x = y;
        y = next;
    }
    printf("%s\n", text(&x));
    number p = power(from_int(2), 200);
    printf("%s %d\n", text(&p), digit_sum(p));
    unsigned r = divide(&p, 97);
    printf("%s %u\n", text(&p), r);
    printf("%d\n", strcmp(text(&a), "4294967295"));
    return (int)r;
}
