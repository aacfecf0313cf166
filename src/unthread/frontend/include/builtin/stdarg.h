/* Variable arguments (C11 7.16). The C library asks for its own list type alone by defining
   __need___va_list. The built-ins are macros of the prelude. */
#ifndef __GNUC_VA_LIST
#define __GNUC_VA_LIST
typedef __builtin_va_list __gnuc_va_list;
#endif

#ifdef __need___va_list
#undef __need___va_list
#elif !defined(__UT_STDARG_H)
#define __UT_STDARG_H
typedef __builtin_va_list va_list;
#if defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
#define va_start(...) __builtin_c23_va_start(__VA_ARGS__, 0)
#define __STDC_VERSION_STDARG_H__ 202311L
#else
#define va_start(list, last) __builtin_va_start(list, last)
#endif
#define va_arg(list, ...) __builtin_va_arg(list, __VA_ARGS__)
#define va_end(list) __builtin_va_end(list)
#define va_copy(target, source) __builtin_va_copy(target, source)
#define __va_copy(target, source) __builtin_va_copy(target, source)
#endif
