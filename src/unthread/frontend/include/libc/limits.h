/* The limits of the system; those of the types are the compiler's (builtin/limits.h). */
#ifndef __UT_SYSTEM_LIMITS_H
#define __UT_SYSTEM_LIMITS_H
#define MB_LEN_MAX 16
#define SSIZE_MAX __LONG_MAX__
#define NAME_MAX 255
#define PATH_MAX 4096
#define PIPE_BUF 4096
#define ARG_MAX 131072
#define NGROUPS_MAX 65536
#define IOV_MAX 1024
#define HOST_NAME_MAX 64
#define LOGIN_NAME_MAX 256
#define LINE_MAX 2048
#define RTSIG_MAX 32
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define PTHREAD_STACK_MIN 16384
#define SEM_VALUE_MAX 2147483647
#define _POSIX_PATH_MAX 256
#define _POSIX_NAME_MAX 14
#define _POSIX_ARG_MAX 4096
#define _POSIX_OPEN_MAX 20
#define _POSIX_PIPE_BUF 512
#define _POSIX_SEM_VALUE_MAX 32767
#define _POSIX_THREAD_KEYS_MAX 128
#define _POSIX_THREAD_THREADS_MAX 64
#define _POSIX_THREAD_DESTRUCTOR_ITERATIONS 4
#define WORD_BIT 32
#define LONG_BIT (8 * __SIZEOF_LONG__)
#endif
