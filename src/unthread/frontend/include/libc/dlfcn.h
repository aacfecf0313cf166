#ifndef __UT_DLFCN_H
#define __UT_DLFCN_H
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1)
void *dlopen(const char *, int);
int dlclose(void *);
void *dlsym(void *__restrict, const char *__restrict);
char *dlerror(void);
#endif
