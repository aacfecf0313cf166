#ifndef __UT_MATH_H
#define __UT_MATH_H

/* On i386 as well: clang computes with SSE, but the types are those of the x87 unit. */
#if __FLT_EVAL_METHOD__ == 2
typedef long double float_t;
typedef long double double_t;
#else
typedef float float_t;
typedef double double_t;
#endif

#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)

#define fpclassify(x)                                                                             \
    __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define MAXFLOAT 3.40282347e+38F

#define __UT_REAL_1(name)                                                                         \
    double name(double);                                                                          \
    float name##f(float);                                                                         \
    long double name##l(long double)
#define __UT_REAL_2(name)                                                                         \
    double name(double, double);                                                                  \
    float name##f(float, float);                                                                  \
    long double name##l(long double, long double)
#define __UT_TO(result, name)                                                                     \
    result name(double);                                                                          \
    result name##f(float);                                                                        \
    result name##l(long double)
#define __UT_REAL_AND(name, type)                                                                 \
    double name(double, type);                                                                    \
    float name##f(float, type);                                                                   \
    long double name##l(long double, type)

__UT_REAL_1(acos);
__UT_REAL_1(asin);
__UT_REAL_1(atan);
__UT_REAL_1(cos);
__UT_REAL_1(sin);
__UT_REAL_1(tan);
__UT_REAL_1(acosh);
__UT_REAL_1(asinh);
__UT_REAL_1(atanh);
__UT_REAL_1(cosh);
__UT_REAL_1(sinh);
__UT_REAL_1(tanh);
__UT_REAL_1(exp);
__UT_REAL_1(exp2);
__UT_REAL_1(exp10);
__UT_REAL_1(expm1);
__UT_REAL_1(log);
__UT_REAL_1(log10);
__UT_REAL_1(log1p);
__UT_REAL_1(log2);
__UT_REAL_1(logb);
__UT_REAL_1(cbrt);
__UT_REAL_1(fabs);
__UT_REAL_1(sqrt);
__UT_REAL_1(erf);
__UT_REAL_1(erfc);
__UT_REAL_1(lgamma);
__UT_REAL_1(tgamma);
__UT_REAL_1(ceil);
__UT_REAL_1(floor);
__UT_REAL_1(nearbyint);
__UT_REAL_1(rint);
__UT_REAL_1(round);
__UT_REAL_1(trunc);
__UT_REAL_1(j0);
__UT_REAL_1(j1);
__UT_REAL_1(y0);
__UT_REAL_1(y1);
__UT_REAL_2(atan2);
__UT_REAL_2(hypot);
__UT_REAL_2(pow);
__UT_REAL_2(fmod);
__UT_REAL_2(remainder);
__UT_REAL_2(copysign);
__UT_REAL_2(nextafter);
__UT_REAL_2(fdim);
__UT_REAL_2(fmax);
__UT_REAL_2(fmin);
__UT_REAL_2(drem);
__UT_TO(int, ilogb);
__UT_TO(long, lrint);
__UT_TO(long long, llrint);
__UT_TO(long, lround);
__UT_TO(long long, llround);
__UT_REAL_AND(ldexp, int);
__UT_REAL_AND(scalbn, int);
__UT_REAL_AND(scalbln, long);
__UT_REAL_AND(frexp, int *);
__UT_REAL_AND(nexttoward, long double);
double modf(double, double *);
float modff(float, float *);
long double modfl(long double, long double *);
double remquo(double, double, int *);
float remquof(float, float, int *);
long double remquol(long double, long double, int *);
double fma(double, double, double);
float fmaf(float, float, float);
long double fmal(long double, long double, long double);
double nan(const char *);
float nanf(const char *);
long double nanl(const char *);
double gamma(double);
double jn(int, double);
double yn(int, double);
double lgamma_r(double, int *);
void sincos(double, double *, double *);
extern int signgam;
int finite(double);

#endif
