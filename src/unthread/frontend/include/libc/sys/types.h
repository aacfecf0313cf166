#ifndef __UT_SYS_TYPES_H
#define __UT_SYS_TYPES_H
#include <__ut/types.h>
#include <__ut/pthreadtypes.h>
#include <endian.h>

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __UT_LONG64 quad_t;
typedef unsigned __UT_LONG64 u_quad_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __UT_LONG64 int64_t;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
typedef unsigned __UT_LONG64 u_int64_t;
#include <sys/select.h>
#endif
