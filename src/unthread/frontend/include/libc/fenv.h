#ifndef __UT_FENV_H
#define __UT_FENV_H
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
typedef unsigned short fexcept_t;
typedef struct {
    unsigned short __control_word, __unused1, __status_word, __unused2, __tags, __unused3;
    unsigned int __eip;
    unsigned short __cs_selector;
    unsigned int __opcode : 11, __unused4 : 5;
    unsigned int __data_offset;
    unsigned short __data_selector, __unused5;
#ifdef __x86_64__
    unsigned int __mxcsr;
#endif
} fenv_t;
#define FE_DFL_ENV ((const fenv_t *)-1)
int feclearexcept(int);
int fegetexceptflag(fexcept_t *, int);
int feraiseexcept(int);
int fesetexceptflag(const fexcept_t *, int);
int fetestexcept(int);
int fegetround(void);
int fesetround(int);
int fegetenv(fenv_t *);
int feholdexcept(fenv_t *);
int fesetenv(const fenv_t *);
int feupdateenv(const fenv_t *);
#endif
