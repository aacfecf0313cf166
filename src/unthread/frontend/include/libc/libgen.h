#ifndef __UT_LIBGEN_H
#define __UT_LIBGEN_H
char *dirname(char *);
char *__xpg_basename(char *);
#define basename __xpg_basename
#endif
