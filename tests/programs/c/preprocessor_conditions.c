// #if arithmetic, defined, #elif, nesting, predefined macros, __LINE__, #line, _Pragma, __has_attribute.
#include <stdio.h>

#define TEN 10
#define EMPTY
#define FUNCTION(x) x
#if TEN * 2 == 20 && defined(TEN) && !defined MISSING
#define RESULT "yes"
#else
#define RESULT "no"
#endif
#if MISSING
#error "an undefined name is zero"
#elif -1 > 0u
#define CONVERSION 1
#else
#define CONVERSION 2
#endif
#ifdef EMPTY
# ifndef MISSING
#  define NESTED 5
# endif
#endif
#if 'a' == 97 && (1 ? 2 : 3) == 2 && (7 >> 1) == 3 && 010 == 8
#define ARITHMETIC 1
#endif
#if 0
this is not C at all ' "
#endif
#if defined __has_attribute
#define HAS __has_attribute(packed)
#endif
#if 0x7fffffffffffffff > 0 && 18446744073709551615u == -1
#define WIDE 64
#endif

int main(void) {
    printf("%s %d %d %d %d\n", RESULT, CONVERSION, NESTED, ARITHMETIC, WIDE);
    printf("%d %d\n", __STDC__, __STDC_VERSION__ >= 201112L);
    printf("%d\n", HAS != 0);
    printf("%d %d\n", __LINE__,
           FUNCTION(2));
    int before = __LINE__;
    int after = __LINE__;
    printf("%d\n", after - before);
#line 500
    printf("%d\n", __LINE__);
    _Pragma("GCC diagnostic push")
    _Pragma("GCC diagnostic pop")
    printf("%d %d\n", __CHAR_BIT__, __SIZEOF_INT__);
    printf("%d %d\n", __COUNTER__, __COUNTER__ - __COUNTER__ + 2);
#ifdef __x86_64__
    printf("64\n");
#elif defined(__i386__)
    printf("32\n");
#endif
    printf("%s\n", "a" EMPTY "b");
    return TEN FUNCTION(+) EMPTY 1;
}
