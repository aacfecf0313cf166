/* Included again, assert follows the NDEBUG of that place: no guard around the macro. */
#include <features.h>

#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression)                                                                        \
    ((expression) ? (void)0                                                                       \
                  : __assert_fail(#expression, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#endif

#undef assert_perror
#ifdef NDEBUG
#define assert_perror(number) ((void)0)
#else
#define assert_perror(number)                                                                     \
    (!(number) ? (void)0                                                                          \
               : __assert_perror_fail((number), __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#endif

#ifndef __UT_ASSERT_H
#define __UT_ASSERT_H
__attribute__((__noreturn__)) void __assert_fail(const char *expression, const char *file,
                                                 unsigned int line, const char *function);
__attribute__((__noreturn__)) void __assert_perror_fail(int number, const char *file,
                                                        unsigned int line, const char *function);
__attribute__((__noreturn__)) void __assert(const char *expression, const char *file, int line);
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ <= 201710L
#define static_assert _Static_assert
#endif
#endif
