/* Alignment (C11 7.15); keywords since C23. */
#ifndef __UT_STDALIGN_H
#define __UT_STDALIGN_H
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ <= 201710L
#define alignas _Alignas
#define alignof _Alignof
#endif
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
