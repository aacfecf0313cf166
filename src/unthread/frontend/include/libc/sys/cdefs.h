/* Spellings that programs borrow from the C library. */
#ifndef __UT_SYS_CDEFS_H
#define __UT_SYS_CDEFS_H
#define __P(arguments) arguments
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW __attribute__((__nothrow__))
#define __nonnull(parameters)
#define __wur
#define __attribute_pure__ __attribute__((__pure__))
#define __attribute_const__ __attribute__((__const__))
#define __always_inline __inline __attribute__((__always_inline__))
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __ptr_t void *
#endif
