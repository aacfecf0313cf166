#ifndef __UT_MALLOC_H
#define __UT_MALLOC_H
#include <stddef.h>
#include <stdlib.h>
void *memalign(size_t alignment, size_t size);
void *pvalloc(size_t size);
size_t malloc_usable_size(void *pointer);
int malloc_trim(size_t pad);
int mallopt(int parameter, int value);
void malloc_stats(void);
#endif
