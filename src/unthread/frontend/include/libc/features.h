/* Our headers declare everything whatever is asked for; programs may test these. */
#ifndef __UT_FEATURES_H
#define __UT_FEATURES_H
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#define __GNU_LIBRARY__ 6
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))
#include <sys/cdefs.h>
#endif
