#ifndef __UT_SYS_PARAM_H
#define __UT_SYS_PARAM_H
#include <limits.h>
#include <signal.h>
#include <endian.h>
#define MAXPATHLEN 4096
#define MAXHOSTNAMELEN 64
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#endif
