#ifndef __UT_LIBC_VERSION_H
#define __UT_LIBC_VERSION_H

const char *gnu_get_libc_version(void);
const char *gnu_get_libc_release(void);

#endif
