/* Integer types (C11 7.20). A C library's own file wins; otherwise the types glibc uses,
   some of which differ from clang's own choice (int_fast16_t, for one). */
#if __has_include_next(<stdint.h>)
#include_next <stdint.h>
#elif !defined(__UT_STDINT_H)
#define __UT_STDINT_H

#ifdef __x86_64__
#define __UT_INT64 long
#define __UT_FAST long
#define __UT_C64(value) value##L
#define __UT_UC64(value) value##UL
#else
#define __UT_INT64 long long
#define __UT_FAST int
#define __UT_C64(value) value##LL
#define __UT_UC64(value) value##ULL
#endif

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __UT_INT64 int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned __UT_INT64 uint64_t;

typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef __UT_INT64 int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned __UT_INT64 uint_least64_t;

typedef signed char int_fast8_t;
typedef __UT_FAST int_fast16_t;
typedef __UT_FAST int_fast32_t;
typedef __UT_INT64 int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned __UT_FAST uint_fast16_t;
typedef unsigned __UT_FAST uint_fast32_t;
typedef unsigned __UT_INT64 uint_fast64_t;

typedef __UT_FAST intptr_t;
typedef unsigned __UT_FAST uintptr_t;
typedef __UT_INT64 intmax_t;
typedef unsigned __UT_INT64 uintmax_t;

#define INT8_C(value) value
#define INT16_C(value) value
#define INT32_C(value) value
#define INT64_C(value) __UT_C64(value)
#define UINT8_C(value) value
#define UINT16_C(value) value
#define UINT32_C(value) value##U
#define UINT64_C(value) __UT_UC64(value)
#define INTMAX_C(value) __UT_C64(value)
#define UINTMAX_C(value) __UT_UC64(value)

#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32767 - 1)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-INT64_C(9223372036854775807) - 1)
#define INT64_MAX INT64_C(9223372036854775807)
#define UINT64_MAX UINT64_C(18446744073709551615)

#define INT_LEAST8_MIN INT8_MIN
#define INT_LEAST8_MAX INT8_MAX
#define UINT_LEAST8_MAX UINT8_MAX
#define INT_LEAST16_MIN INT16_MIN
#define INT_LEAST16_MAX INT16_MAX
#define UINT_LEAST16_MAX UINT16_MAX
#define INT_LEAST32_MIN INT32_MIN
#define INT_LEAST32_MAX INT32_MAX
#define UINT_LEAST32_MAX UINT32_MAX
#define INT_LEAST64_MIN INT64_MIN
#define INT_LEAST64_MAX INT64_MAX
#define UINT_LEAST64_MAX UINT64_MAX

#ifdef __x86_64__
#define __UT_FAST_MIN (-9223372036854775807L - 1)
#define __UT_FAST_MAX 9223372036854775807L
#define __UT_UFAST_MAX 18446744073709551615UL
#define SIZE_MAX 18446744073709551615UL
#else
#define __UT_FAST_MIN (-2147483647 - 1)
#define __UT_FAST_MAX 2147483647
#define __UT_UFAST_MAX 4294967295U
#define SIZE_MAX 4294967295U
#endif
#define INT_FAST8_MIN INT8_MIN
#define INT_FAST8_MAX INT8_MAX
#define UINT_FAST8_MAX UINT8_MAX
#define INT_FAST16_MIN __UT_FAST_MIN
#define INT_FAST16_MAX __UT_FAST_MAX
#define UINT_FAST16_MAX __UT_UFAST_MAX
#define INT_FAST32_MIN __UT_FAST_MIN
#define INT_FAST32_MAX __UT_FAST_MAX
#define UINT_FAST32_MAX __UT_UFAST_MAX
#define INT_FAST64_MIN INT64_MIN
#define INT_FAST64_MAX INT64_MAX
#define UINT_FAST64_MAX UINT64_MAX

#define INTPTR_MIN __UT_FAST_MIN
#define INTPTR_MAX __UT_FAST_MAX
#define UINTPTR_MAX __UT_UFAST_MAX
#define PTRDIFF_MIN __UT_FAST_MIN
#define PTRDIFF_MAX __UT_FAST_MAX
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define SIG_ATOMIC_MIN (-2147483647 - 1)
#define SIG_ATOMIC_MAX 2147483647
#define WCHAR_MIN (-__WCHAR_MAX__ - 1)
#define WCHAR_MAX __WCHAR_MAX__
#define WINT_MIN 0U
#define WINT_MAX 4294967295U

#endif
