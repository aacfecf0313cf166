#ifndef __UT_UTIME_H
#define __UT_UTIME_H
#include <__ut/types.h>
struct utimbuf {
    time_t actime;
    time_t modtime;
};
int utime(const char *, const struct utimbuf *);
#endif
