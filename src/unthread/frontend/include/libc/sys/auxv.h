#ifndef __UT_SYS_AUXV_H
#define __UT_SYS_AUXV_H
#define AT_PAGESZ 6
#define AT_HWCAP 16
#define AT_HWCAP2 26
#define AT_RANDOM 25
unsigned long getauxval(unsigned long);
#endif
