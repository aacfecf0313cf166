#ifndef __UT_ERROR_H
#define __UT_ERROR_H
void error(int, int, const char *, ...);
#endif
