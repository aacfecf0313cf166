/* The primitives that library models, and users who want them, are written over.
   The front end turns each call into instructions; none of them has a body. */
#ifndef __UT_UNTHREAD_H
#define __UT_UNTHREAD_H

#ifndef __UT_NORETURN
#define __UT_NORETURN __attribute__((__noreturn__))
#endif

/* Atomic section: no context switch inside. Sections nest. */
void __ut_atomic_begin(void);
void __ut_atomic_end(void);

/* The only way to wait. The condition is free of side effects and is evaluated
   in one step with whatever follows it in the same atomic section. */
void __ut_block_until(_Bool condition);

void __ut_assume(_Bool condition);

/* Both strings are literals. The property is "reach", "lock", "memory", "arith" or "deadlock". */
void __ut_assert(_Bool condition, const char *property, const char *message);
void __ut_report(_Bool condition, const char *property, const char *message); /* continues where the property is not checked */

/* Threads are numbered in the order of their start; main is 0. */
int __ut_self(void);
int __ut_spawn(void *(*start)(void *), void *argument);
__UT_NORETURN void __ut_exit_thread(void);
__UT_NORETURN void __ut_exit_process(int status);

/* Heap objects. An allocation never fails; freeing anything but the start of a
   live heap object is a "memory" violation. */
void *__ut_alloc(__SIZE_TYPE__ size, _Bool zeroed);
void __ut_free(void *pointer);
__SIZE_TYPE__ __ut_object_size(const void *pointer);

/* Any value of the type. */
_Bool __ut_nondet_bool(void);
char __ut_nondet_char(void);
signed char __ut_nondet_schar(void);
unsigned char __ut_nondet_uchar(void);
short __ut_nondet_short(void);
unsigned short __ut_nondet_ushort(void);
int __ut_nondet_int(void);
unsigned int __ut_nondet_uint(void);
long __ut_nondet_long(void);
unsigned long __ut_nondet_ulong(void);
long long __ut_nondet_longlong(void);
unsigned long long __ut_nondet_ulonglong(void);
float __ut_nondet_float(void);
double __ut_nondet_double(void);
void *__ut_nondet_pointer(void);
__SIZE_TYPE__ __ut_nondet_size(void);

/* Input and output. The arguments are variadic slots, as __ut_varargs() gives them.
   Streams: 1 is standard output, 2 is standard error. */
int __ut_print(int stream, const char *format, void *arguments);
int __ut_format(char *buffer, __SIZE_TYPE__ limit, const char *format, void *arguments);
int __ut_read_char(void); /* -1 at the end */

/* In a variadic function: the address of the first variadic argument's slot. */
void *__ut_varargs(void);

/* Reaching this is "unsupported: what", reported at the caller's position. */
__UT_NORETURN void __ut_unmodelled(const char *what);

#endif
