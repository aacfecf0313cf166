/* Types that several headers define, with the sizes they have in glibc. */
#ifndef __UT_TYPES_H
#define __UT_TYPES_H

#include <features.h>
#define __need_size_t
#define __need_wchar_t
#define __need_NULL
#include <stddef.h>

#ifdef __x86_64__
#define __UT_LONG64 long
typedef unsigned long nlink_t;
typedef long ssize_t;
typedef long register_t;
typedef long intptr_t;
#else
#define __UT_LONG64 long long
typedef unsigned int nlink_t;
typedef int ssize_t;
typedef int register_t;
typedef int intptr_t;
#endif

typedef unsigned __UT_LONG64 dev_t;
typedef unsigned __UT_LONG64 ino64_t;
typedef __UT_LONG64 off64_t;
typedef __UT_LONG64 loff_t;
typedef __UT_LONG64 blkcnt64_t;
typedef __UT_LONG64 __off64_t;
#if defined(_FILE_OFFSET_BITS) && _FILE_OFFSET_BITS == 64
typedef off64_t off_t;
typedef ino64_t ino_t;
typedef blkcnt64_t blkcnt_t;
#else
typedef long off_t;
typedef unsigned long ino_t;
typedef long blkcnt_t;
#endif
typedef long __off_t;
typedef unsigned int mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef int pid_t;
typedef int key_t;
typedef int daddr_t;
typedef char *caddr_t;
typedef long blksize_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef long clock_t;
typedef long time_t;
typedef int clockid_t;
typedef void *timer_t;
typedef unsigned int useconds_t;
typedef long suseconds_t;
typedef unsigned int socklen_t;
typedef struct {
    int __val[2];
} __fsid_t;
typedef __fsid_t fsid_t;
typedef struct {
    unsigned long __val[1024 / (8 * sizeof(unsigned long))];
} __sigset_t;
typedef __sigset_t sigset_t;
typedef struct {
    int __count;
    union {
        unsigned int __wch;
        char __wchb[4];
    } __value;
} __mbstate_t;
typedef __mbstate_t mbstate_t;
typedef struct __locale_struct *locale_t;

/* The guards are glibc's, should one of its headers be there as well. */
#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
#endif

#ifndef __timeval_defined
#define __timeval_defined 1
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
#endif

#endif
