#ifndef __UT_SETJMP_H
#define __UT_SETJMP_H
#include <__ut/types.h>
struct __jmp_buf_tag {
#ifdef __x86_64__
    long __jmpbuf[8];
#else
    int __jmpbuf[6];
#endif
    int __mask_was_saved;
    sigset_t __saved_mask;
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
__attribute__((__returns_twice__)) int setjmp(jmp_buf);
__attribute__((__returns_twice__)) int _setjmp(jmp_buf);
__attribute__((__returns_twice__)) int __sigsetjmp(sigjmp_buf, int);
#define setjmp(buffer) _setjmp(buffer)
#define sigsetjmp(buffer, save) __sigsetjmp(buffer, save)
__attribute__((__noreturn__)) void longjmp(jmp_buf, int);
__attribute__((__noreturn__)) void _longjmp(jmp_buf, int);
__attribute__((__noreturn__)) void siglongjmp(sigjmp_buf, int);
#endif
