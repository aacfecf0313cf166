/* Boolean type and values (C11 7.18); keywords since C23. */
#ifndef __UT_STDBOOL_H
#define __UT_STDBOOL_H
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ <= 201710L
#define bool _Bool
#define true 1
#define false 0
#endif
#define __bool_true_false_are_defined 1
#endif
