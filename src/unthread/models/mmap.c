/* <sys/mman.h>: memory from the system. A mapping is an object like those of malloc: zero, or any bytes where a file
   is mapped. That it may only be read, or that others write the file, is not kept. */

#include "files.h"

enum { READ = 1, WRITE = 2, FIXED = 0x10, ANONYMOUS = 0x20 };

#define FAILED ((void *)-1)

/* Mappings of files hold any bytes. Memory does not run out. */
void *mmap(void *wanted, size_t size, int protection, int flags, int file, long offset)
{
    (void)wanted, (void)file, (void)offset;
    if ((flags & FIXED) != 0)
        __ut_unmodelled("mmap with MAP_FIXED");
    if ((protection & READ) == 0)
        __ut_unmodelled("mmap of memory that cannot be read");
    if (size == 0 || ((flags & ANONYMOUS) == 0 && __ut_nondet_bool())) {
        fail_with(size == 0 ? INVALID : NO_MEMORY);
        return FAILED;
    }
    void *memory = __ut_alloc(size, 1);
    if ((flags & ANONYMOUS) == 0)
        fill(memory, size);
    return memory;
}

void *mmap64(void *wanted, size_t size, int protection, int flags, int file, long long offset)
{
    return mmap(wanted, size, protection, flags, file, (long)offset);
}

int munmap(void *memory, size_t size)
{
    if (size == 0)
        return fail_with(INVALID);
    if (__ut_object_size(memory) > ((size + 4095) & ~(size_t)4095))
        __ut_unmodelled("munmap of a part of a mapping");
    __ut_free(memory);
    return 0;
}

int mprotect(void *memory, size_t size, int protection)
{
    (void)memory, (void)size;
    if ((protection & (READ | WRITE)) != (READ | WRITE))
        __ut_unmodelled("mprotect that takes rights away");
    return succeed_or_fail();
}

/* ---- advice, and what only costs time ---- */

enum { DO_NOT_NEED = 4, FREE = 8 };

int madvise(void *memory, size_t size, int advice)
{
    (void)memory, (void)size;
    if (advice == DO_NOT_NEED || advice == FREE)
        __ut_unmodelled("madvise that drops what is in memory");
    return succeed_or_fail();
}

int posix_madvise(void *memory, size_t size, int advice)
{
    (void)memory, (void)size, (void)advice;
    return __ut_nondet_bool() ? 0 : INVALID;
}

int msync(void *memory, size_t size, int flags)
{
    (void)memory, (void)size, (void)flags;
    return succeed_or_fail();
}

int mlock(const void *memory, size_t size)
{
    (void)memory, (void)size;
    return succeed_or_fail();
}

int munlock(const void *memory, size_t size)
{
    (void)memory, (void)size;
    return succeed_or_fail();
}

int mlockall(int flags)
{
    (void)flags;
    return succeed_or_fail();
}

int munlockall(void)
{
    return succeed_or_fail();
}
