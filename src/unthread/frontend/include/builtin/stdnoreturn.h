/* _Noreturn (C11 7.23). */
#ifndef __UT_STDNORETURN_H
#define __UT_STDNORETURN_H
#define noreturn _Noreturn
#endif
