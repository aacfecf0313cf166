/* <stdlib.h>: floating numbers from text, as far as one rounding gives the right one. */

#include <unthread.h>

enum { MOST_POWER = 22 };             /* powers of ten up to here are exact */
#define TOO_MANY_DIGITS 1000000000000000 /* smaller integers are exact */

struct decimal {
    long long digits;
    int power; /* of ten */
    _Bool negative;
    _Bool too_long;
};

static _Bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *read_digits(const char *text, struct decimal *number, int step)
{
    for (; is_digit(*text); text++) {
        if (number->digits >= TOO_MANY_DIGITS) {
            number->too_long = number->too_long || *text != '0';
            number->power += 1 + step;
        } else {
            number->digits = number->digits * 10 + (*text - '0');
            number->power += step;
        }
    }
    return text;
}

/* e, sign, digits; otherwise nothing */
static const char *read_power(const char *text, struct decimal *number)
{
    const char *start = text;
    if (*text != 'e' && *text != 'E')
        return start;
    text++;
    _Bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if (!is_digit(*text))
        return start;
    int power = 0;
    for (; is_digit(*text); text++)
        power = power < 100000 ? power * 10 + (*text - '0') : power;
    number->power += negative ? -power : power;
    return text;
}

static void must_be_decimal(const char *text)
{
    char first = (char)(*text | 32);
    if (first == 'i' || first == 'n')
        __ut_unmodelled("text of an infinity or NaN");
    if (*text == '0' && (text[1] | 32) == 'x')
        __ut_unmodelled("text of a hexadecimal floating number");
}

double strtod(const char *restrict text, char **restrict end)
{
    struct decimal number = {0, 0, 0, 0};
    const char *start = text;
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    number.negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    must_be_decimal(text);
    const char *digits = text;
    text = read_digits(text, &number, 0);
    _Bool any = text != digits;
    if (*text == '.' && (any || is_digit(text[1]))) {
        any = 1;
        text = read_digits(text + 1, &number, -1);
    }
    if (any)
        text = read_power(text, &number);
    if (end != 0)
        *end = (char *)(any ? text : start);
    if (!any || number.digits == 0)
        return any && number.negative ? -0.0 : 0.0;
    while (number.digits % 10 == 0) {
        number.digits /= 10;
        number.power++;
    }
    int size = number.power < 0 ? -number.power : number.power;
    if (number.too_long || number.digits >= TOO_MANY_DIGITS || size > MOST_POWER)
        __ut_unmodelled("text of a floating number with many digits");
    double ten = 1;
    for (int i = 0; i < size; i++)
        ten *= 10;
    double value = (double)number.digits;
    value = number.power < 0 ? value / ten : value * ten;
    return number.negative ? -value : value;
}

double atof(const char *text)
{
    return strtod(text, 0);
}
