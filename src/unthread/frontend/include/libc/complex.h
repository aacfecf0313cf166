/* Complex numbers: the notation, and the functions every compiler expands by itself. */
#ifndef __UT_COMPLEX_H
#define __UT_COMPLEX_H
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#define CMPLX(x, y) ((double _Complex)((double)(x) + _Complex_I * (double)(y)))
#define CMPLXF(x, y) ((float _Complex)((float)(x) + _Complex_I * (float)(y)))
double creal(double _Complex);
float crealf(float _Complex);
long double creall(long double _Complex);
double cimag(double _Complex);
float cimagf(float _Complex);
long double cimagl(long double _Complex);
double cabs(double _Complex);
float cabsf(float _Complex);
long double cabsl(long double _Complex);
double carg(double _Complex);
double _Complex conj(double _Complex);
float _Complex conjf(float _Complex);
double _Complex csqrt(double _Complex);
double _Complex cexp(double _Complex);
double _Complex clog(double _Complex);
double _Complex cpow(double _Complex, double _Complex);
double _Complex csin(double _Complex);
double _Complex ccos(double _Complex);
#endif
