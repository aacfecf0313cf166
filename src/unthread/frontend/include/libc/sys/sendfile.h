#ifndef __UT_SYS_SENDFILE_H
#define __UT_SYS_SENDFILE_H
#include <__ut/types.h>
ssize_t sendfile(int, int, off_t *, size_t);
#endif
