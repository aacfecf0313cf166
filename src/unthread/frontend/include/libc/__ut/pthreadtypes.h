/* The objects of the thread library, laid out as in glibc. */
#ifndef __UT_PTHREADTYPES_H
#define __UT_PTHREADTYPES_H

typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

#ifdef __x86_64__
#define __UT_SIZEOF_ATTR 56
#define __UT_SIZEOF_MUTEX 40
#define __UT_SIZEOF_RWLOCK 56
#define __UT_SIZEOF_BARRIER 32
#else
#define __UT_SIZEOF_ATTR 36
#define __UT_SIZEOF_MUTEX 24
#define __UT_SIZEOF_RWLOCK 32
#define __UT_SIZEOF_BARRIER 20
#endif
#define __UT_SIZEOF_COND 48

union pthread_attr_t {
    char __size[__UT_SIZEOF_ATTR];
    long __align;
};
typedef union pthread_attr_t pthread_attr_t;

typedef union {
    char __size[4];
    int __align;
} pthread_mutexattr_t;

typedef union {
    char __size[4];
    int __align;
} pthread_condattr_t;

typedef union {
    char __size[8];
    long __align;
} pthread_rwlockattr_t;

typedef union {
    char __size[4];
    int __align;
} pthread_barrierattr_t;

typedef struct __pthread_internal_list {
    struct __pthread_internal_list *__prev;
    struct __pthread_internal_list *__next;
} __pthread_list_t;

struct __pthread_mutex_s {
    int __lock;
    unsigned int __count;
    int __owner;
#ifdef __x86_64__
    unsigned int __nusers;
    int __kind;
    short __spins;
    short __elision;
    __pthread_list_t __list;
#else
    int __kind;
    unsigned int __nusers;
    void *__list;
#endif
};

typedef union {
    struct __pthread_mutex_s __data;
    char __size[__UT_SIZEOF_MUTEX];
    long __align;
} pthread_mutex_t;

struct __pthread_cond_s {
    unsigned long long __wseq;
    unsigned long long __g1_start;
    unsigned int __g_refs[2];
    unsigned int __g_size[2];
    unsigned int __g1_orig_size;
    unsigned int __wrefs;
    unsigned int __g_signals[2];
};

typedef union {
    struct __pthread_cond_s __data;
    char __size[__UT_SIZEOF_COND];
    long long __align;
} pthread_cond_t;

struct __pthread_rwlock_arch_t {
    unsigned int __readers;
    unsigned int __writers;
    unsigned int __wrphase_futex;
    unsigned int __writers_futex;
    unsigned int __pad3;
    unsigned int __pad4;
#ifdef __x86_64__
    int __cur_writer;
    int __shared;
    signed char __rwelision;
    unsigned char __pad1[7];
    unsigned long __pad2;
    unsigned int __flags;
#else
    unsigned char __flags;
    unsigned char __shared;
    signed char __rwelision;
    unsigned char __pad2;
    int __cur_writer;
#endif
};

typedef union {
    struct __pthread_rwlock_arch_t __data;
    char __size[__UT_SIZEOF_RWLOCK];
    long __align;
} pthread_rwlock_t;

typedef union {
    char __size[__UT_SIZEOF_BARRIER];
    long __align;
} pthread_barrier_t;

#endif
