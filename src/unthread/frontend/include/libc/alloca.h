#ifndef __UT_ALLOCA_H
#define __UT_ALLOCA_H
#include <stddef.h>
#undef alloca
#define alloca(size) __builtin_alloca(size)
#endif
