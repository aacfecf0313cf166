/* Included by force before files that GCC has preprocessed: names that GCC itself knows and
   clang does not. The types have the formats of GCC's on x86; the 128-bit format, which
   nothing here can compute with, is read as long double. */
#ifndef __UT_GCC_PREPROCESSED_H
#define __UT_GCC_PREPROCESSED_H

#define _Float32 float
#define _Float64 double
#define _Float32x double
#define _Float64x long double
#define _Float128 long double
#define __float128 long double
#define __float80 long double

/* GCC's malloc attribute may name the function that frees; clang's has no arguments. */
#define __malloc__(...) __malloc__

/* Fortified inline functions hand their variadic arguments on with these two, which only
   GCC's inliner can carry out: their bodies must parse, and say so if they are run. */
__attribute__((__noreturn__)) void __ut_unmodelled(const char *what);
#define __builtin_va_arg_pack() (__ut_unmodelled("__builtin_va_arg_pack"), 0)
#define __builtin_va_arg_pack_len() (__ut_unmodelled("__builtin_va_arg_pack_len"), 0)

#define __builtin_huge_valf32() __builtin_huge_valf()
#define __builtin_huge_valf64() __builtin_huge_val()
#define __builtin_huge_valf32x() __builtin_huge_val()
#define __builtin_huge_valf64x() __builtin_huge_vall()
#define __builtin_huge_valf128() __builtin_huge_vall()
#define __builtin_inff32() __builtin_inff()
#define __builtin_inff64() __builtin_inf()
#define __builtin_nanf32(text) __builtin_nanf(text)
#define __builtin_nanf64(text) __builtin_nan(text)

#endif
