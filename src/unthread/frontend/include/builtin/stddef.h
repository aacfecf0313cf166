/* Common definitions (C11 7.19). The C library asks for single names by defining __need_NAME
   first, as often as it likes, so there is no guard around the whole file. */
#if !defined(__need_ptrdiff_t) && !defined(__need_size_t) && !defined(__need_wchar_t) &&          \
    !defined(__need_NULL) && !defined(__need_wint_t) && !defined(__need_rsize_t) &&               \
    !defined(__need_max_align_t) && !defined(__need_offsetof)
#define __need_ptrdiff_t
#define __need_size_t
#define __need_wchar_t
#define __need_NULL
#define __need_max_align_t
#define __need_offsetof
#define __UT_WHOLE_STDDEF
#endif

#if defined(__need_ptrdiff_t) && !defined(__UT_PTRDIFF_T)
#define __UT_PTRDIFF_T
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif

#if defined(__need_size_t) && !defined(__UT_SIZE_T)
#define __UT_SIZE_T
typedef __SIZE_TYPE__ size_t;
#endif

#if defined(__need_rsize_t) && !defined(__UT_RSIZE_T)
#define __UT_RSIZE_T
typedef __SIZE_TYPE__ rsize_t;
#endif

#if defined(__need_wchar_t) && !defined(__UT_WCHAR_T)
#define __UT_WCHAR_T
typedef __WCHAR_TYPE__ wchar_t;
#endif

#if defined(__need_wint_t) && !defined(__UT_WINT_T)
#define __UT_WINT_T
typedef __WINT_TYPE__ wint_t;
#endif

#ifdef __need_NULL
#undef NULL
#define NULL ((void *)0)
#endif

#if defined(__need_max_align_t) && !defined(__UT_MAX_ALIGN_T)
#define __UT_MAX_ALIGN_T
typedef struct {
    long long __ut_integer __attribute__((__aligned__(__alignof__(long long))));
    long double __ut_real __attribute__((__aligned__(16)));
#ifndef __x86_64__
    char __ut_quad[16] __attribute__((__aligned__(16)));
#endif
} max_align_t;
#endif

#ifdef __need_offsetof
#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif

#if defined(__UT_WHOLE_STDDEF) && defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
#ifndef __UT_C23_STDDEF
#define __UT_C23_STDDEF
typedef __typeof__(nullptr) nullptr_t;
#define unreachable() __builtin_unreachable()
#define __STDC_VERSION_STDDEF_H__ 202311L
#endif
#endif

#undef __UT_WHOLE_STDDEF
#undef __need_ptrdiff_t
#undef __need_size_t
#undef __need_rsize_t
#undef __need_wchar_t
#undef __need_wint_t
#undef __need_NULL
#undef __need_max_align_t
#undef __need_offsetof
