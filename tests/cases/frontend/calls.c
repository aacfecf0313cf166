// flags: show
#include <stdarg.h>
int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    while (n--) total += va_arg(ap, int);
    va_end(ap);
    return total;
}
int twice(int (*f)(int), int x) { return f(f(x)); }
int g(int x) { return sum(3, x, 2L, 1.5) + twice(g, x); }
// output
// int sum(int n, ...varargs)                  // calls.c:3:5
// {
//     register int total, t1
//     register void **__ut_cursor
//     register char *__ut_slot
//     declare struct __va_list_tag ap[1]      // 4:13
//     total = 0                               // 5:9
//     ap[0].overflow_arg_area = varargs       // 6:5
// while.1:                                    // 7:5
//     t1 = n                                  // 7:12
//     n = t1 - 1
//     if (!t1) goto end.2
//     __ut_cursor = &ap[0].overflow_arg_area  // 7:26
//     __ut_slot = *__ut_cursor
//     *__ut_cursor = __ut_slot + 8
//     total = total + *(int *)__ut_slot       // 7:17
//     goto while.1
// end.2:
//     return total                            // 9:5
// }
//
// int twice(int (*f)(int), int x)  // calls.c:11:5
// {
//     register int t1, t2
//     t1 = f(x)                    // 11:44
//     t2 = f(t1)                   // 11:42
//     return t2                    // 11:35
// }
//
// int g(int x)                        // calls.c:12:5
// {
//     register int t1, t2
//     declare struct varargs varargs  // 12:30
//     varargs.0 = x
//     varargs.1 = 2
//     varargs.2 = 1.5
//     t1 = sum(3, ...&varargs)        // 12:23
//     t2 = twice(g, x)                // 12:44
//     return t1 + t2                  // 12:16
// }
