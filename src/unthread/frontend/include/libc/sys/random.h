#ifndef __UT_SYS_RANDOM_H
#define __UT_SYS_RANDOM_H
#include <__ut/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
ssize_t getrandom(void *, size_t, unsigned int);
int getentropy(void *, size_t);
#endif
