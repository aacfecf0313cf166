#ifndef __UT_SYS_SYSINFO_H
#define __UT_SYS_SYSINFO_H
int get_nprocs(void);
int get_nprocs_conf(void);
long get_phys_pages(void);
long get_avphys_pages(void);
#endif
