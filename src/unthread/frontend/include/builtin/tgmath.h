/* Type-generic mathematics (C11 7.25) for real types. Integers count as double. */
#ifndef __UT_TGMATH_H
#define __UT_TGMATH_H

#include <math.h>

#define __UT_REAL1(function, x)                                                                   \
    _Generic((x), float: function##f, long double: function##l, default: function)(x)
#define __UT_REAL2(function, x, y)                                                                \
    _Generic((x) + (y), long double: function##l,                                                 \
             default: _Generic((x), float: _Generic((y), float: function##f, default: function),  \
                               default: function))(x, y)
#define __UT_REAL3(function, x, y, z)                                                             \
    _Generic((x) + (y) + (z), long double: function##l,                                           \
             default: _Generic((x), float: _Generic((y), float: _Generic((z),                     \
                 float: function##f, default: function), default: function),                      \
                               default: function))(x, y, z)

#define acos(x) __UT_REAL1(acos, x)
#define asin(x) __UT_REAL1(asin, x)
#define atan(x) __UT_REAL1(atan, x)
#define acosh(x) __UT_REAL1(acosh, x)
#define asinh(x) __UT_REAL1(asinh, x)
#define atanh(x) __UT_REAL1(atanh, x)
#define cos(x) __UT_REAL1(cos, x)
#define sin(x) __UT_REAL1(sin, x)
#define tan(x) __UT_REAL1(tan, x)
#define cosh(x) __UT_REAL1(cosh, x)
#define sinh(x) __UT_REAL1(sinh, x)
#define tanh(x) __UT_REAL1(tanh, x)
#define exp(x) __UT_REAL1(exp, x)
#define exp2(x) __UT_REAL1(exp2, x)
#define expm1(x) __UT_REAL1(expm1, x)
#define log(x) __UT_REAL1(log, x)
#define log10(x) __UT_REAL1(log10, x)
#define log1p(x) __UT_REAL1(log1p, x)
#define log2(x) __UT_REAL1(log2, x)
#define logb(x) __UT_REAL1(logb, x)
#define ilogb(x) __UT_REAL1(ilogb, x)
#define sqrt(x) __UT_REAL1(sqrt, x)
#define cbrt(x) __UT_REAL1(cbrt, x)
#define fabs(x) __UT_REAL1(fabs, x)
#define ceil(x) __UT_REAL1(ceil, x)
#define floor(x) __UT_REAL1(floor, x)
#define trunc(x) __UT_REAL1(trunc, x)
#define round(x) __UT_REAL1(round, x)
#define lround(x) __UT_REAL1(lround, x)
#define llround(x) __UT_REAL1(llround, x)
#define rint(x) __UT_REAL1(rint, x)
#define lrint(x) __UT_REAL1(lrint, x)
#define llrint(x) __UT_REAL1(llrint, x)
#define nearbyint(x) __UT_REAL1(nearbyint, x)
#define erf(x) __UT_REAL1(erf, x)
#define erfc(x) __UT_REAL1(erfc, x)
#define lgamma(x) __UT_REAL1(lgamma, x)
#define tgamma(x) __UT_REAL1(tgamma, x)
#define pow(x, y) __UT_REAL2(pow, x, y)
#define atan2(x, y) __UT_REAL2(atan2, x, y)
#define fmod(x, y) __UT_REAL2(fmod, x, y)
#define hypot(x, y) __UT_REAL2(hypot, x, y)
#define copysign(x, y) __UT_REAL2(copysign, x, y)
#define fdim(x, y) __UT_REAL2(fdim, x, y)
#define fmax(x, y) __UT_REAL2(fmax, x, y)
#define fmin(x, y) __UT_REAL2(fmin, x, y)
#define nextafter(x, y) __UT_REAL2(nextafter, x, y)
#define remainder(x, y) __UT_REAL2(remainder, x, y)
#define fma(x, y, z) __UT_REAL3(fma, x, y, z)
#define ldexp(x, n)                                                                               \
    _Generic((x), float: ldexpf, long double: ldexpl, default: ldexp)(x, n)
#define scalbn(x, n)                                                                              \
    _Generic((x), float: scalbnf, long double: scalbnl, default: scalbn)(x, n)
#define frexp(x, n)                                                                               \
    _Generic((x), float: frexpf, long double: frexpl, default: frexp)(x, n)

#endif
