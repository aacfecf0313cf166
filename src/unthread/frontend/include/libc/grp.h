#ifndef __UT_GRP_H
#define __UT_GRP_H
#include <__ut/types.h>
struct group {
    char *gr_name;
    char *gr_passwd;
    gid_t gr_gid;
    char **gr_mem;
};
int setgroups(size_t, const gid_t *);
int initgroups(const char *, gid_t);
#endif
