#ifndef __UT_ERR_H
#define __UT_ERR_H
#include <stdarg.h>
__attribute__((__noreturn__)) void err(int, const char *, ...);
__attribute__((__noreturn__)) void errx(int, const char *, ...);
__attribute__((__noreturn__)) void verr(int, const char *, va_list);
__attribute__((__noreturn__)) void verrx(int, const char *, va_list);
void warn(const char *, ...);
void warnx(const char *, ...);
void vwarn(const char *, va_list);
void vwarnx(const char *, va_list);
#endif
