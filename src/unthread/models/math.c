/* <math.h>: what can be computed exactly. sqrt, fabs, copysign and the classifications are instructions. */

#include <unthread.h>

/* From here on, numbers have no fraction. Infinities and NaN are not below it either. */
#define WHOLE 4503599627370496.0                 /* 2^52 */
#define WHOLE_EXTENDED 9223372036854775808.0L /* 2^63 */

/* ---- nearest whole numbers ---- */

double trunc(double x)
{
    if (!(__builtin_fabs(x) < WHOLE))
        return x;
    return __builtin_copysign((double)(long long)x, x);
}

long double truncl(long double x)
{
    if (!(__builtin_fabsl(x) < WHOLE_EXTENDED))
        return x;
    return __builtin_copysignl((long double)(long long)x, x);
}

double floor(double x)
{
    double whole = trunc(x);
    return whole > x ? whole - 1 : whole;
}

long double floorl(long double x)
{
    long double whole = truncl(x);
    return whole > x ? whole - 1 : whole;
}

double ceil(double x)
{
    double whole = trunc(x);
    return whole < x ? __builtin_copysign(whole + 1, x) : whole;
}

long double ceill(long double x)
{
    long double whole = truncl(x);
    return whole < x ? __builtin_copysignl(whole + 1, x) : whole;
}

double round(double x)
{
    double whole = trunc(x);
    return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

long double roundl(long double x)
{
    long double whole = truncl(x);
    return __builtin_fabsl(x - whole) >= 0.5L ? whole + __builtin_copysignl(1, x) : whole;
}

/* To the nearest, to even in the middle: no program here changes the rounding mode. */
double rint(double x)
{
    double whole = trunc(x);
    double rest = __builtin_fabs(x - whole);
    if (rest > 0.5 || (rest == 0.5 && (long long)whole % 2 != 0))
        whole = whole + __builtin_copysign(1, x);
    return whole;
}

double nearbyint(double x)
{
    return rint(x);
}

/* Whole numbers of a float are floats. */
float truncf(float x)
{
    return (float)trunc(x);
}

float floorf(float x)
{
    return (float)floor(x);
}

float ceilf(float x)
{
    return (float)ceil(x);
}

float roundf(float x)
{
    return (float)round(x);
}

float rintf(float x)
{
    return (float)rint(x);
}

float nearbyintf(float x)
{
    return (float)rint(x);
}

long lround(double x)
{
    return (long)round(x);
}

long long llround(double x)
{
    return (long long)round(x);
}

long lrint(double x)
{
    return (long)rint(x);
}

long long llrint(double x)
{
    return (long long)rint(x);
}

/* ---- remainders: every subtraction is exact ---- */

double fmod(double x, double y)
{
    double rest = __builtin_fabs(x);
    double divisor = __builtin_fabs(y);
    if (!(rest < __builtin_inf()) || !(divisor > 0))
        return (x * y) / (x * y);
    while (rest >= divisor) {
        double part = divisor;
        while (part <= rest / 2)
            part = part * 2;
        rest = rest - part;
    }
    return __builtin_copysign(rest, x);
}

float fmodf(float x, float y)
{
    return (float)fmod(x, y);
}

/* ---- comparisons ---- */

double fmin(double x, double y)
{
    return x <= y || y != y ? x : y;
}

double fmax(double x, double y)
{
    return x >= y || y != y ? x : y;
}

float fminf(float x, float y)
{
    return x <= y || y != y ? x : y;
}

float fmaxf(float x, float y)
{
    return x >= y || y != y ? x : y;
}

double fdim(double x, double y)
{
    return x <= y ? 0 : x - y;
}

float fdimf(float x, float y)
{
    return x <= y ? 0 : x - y;
}

/* ---- instructions, for those who take the address of the function ---- */

double fabs(double x)
{
    return __builtin_fabs(x);
}

float fabsf(float x)
{
    return __builtin_fabsf(x);
}

long double fabsl(long double x)
{
    return __builtin_fabsl(x);
}

double sqrt(double x)
{
    return __builtin_sqrt(x);
}

float sqrtf(float x)
{
    return __builtin_sqrtf(x);
}

long double sqrtl(long double x)
{
    return __builtin_sqrtl(x);
}

double copysign(double x, double y)
{
    return __builtin_copysign(x, y);
}

float copysignf(float x, float y)
{
    return __builtin_copysignf(x, y);
}

long double copysignl(long double x, long double y)
{
    return __builtin_copysignl(x, y);
}

/* Which NaN the text stands for is left to the implementation: here, always the same. */
double nan(const char *text)
{
    (void)text;
    return __builtin_nan("");
}

float nanf(const char *text)
{
    (void)text;
    return __builtin_nanf("");
}

long double nanl(const char *text)
{
    (void)text;
    return __builtin_nanl("");
}
