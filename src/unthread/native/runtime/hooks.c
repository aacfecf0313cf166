/* What code compiled with -fsanitize=thread calls: before each access, and instead of each atomic operation. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

#define HERE ((uintptr_t)__builtin_return_address(0))

static void accesses(enum event_kind kind, bool atomic, const void *address, size_t size, uintptr_t pc)
{
    unthread_happens(&(struct event){
        .kind = kind, .atomic = atomic, .address = (uintptr_t)address, .size = size, .pc = pc});
}

/* ---- plain accesses ---- */

#define PLAIN(name, kind, bytes)                                                                            \
    void __tsan_##name(void *address)                                                                       \
    {                                                                                                       \
        accesses(kind, false, address, bytes, HERE);                                                        \
    }

#define PLAIN_SIZES(prefix, kind)                                                                           \
    PLAIN(prefix##1, kind, 1) PLAIN(prefix##2, kind, 2) PLAIN(prefix##4, kind, 4) PLAIN(prefix##8, kind, 8) \
        PLAIN(prefix##16, kind, 16)

PLAIN_SIZES(read, READS)
PLAIN_SIZES(write, WRITES)
PLAIN_SIZES(unaligned_read, READS)
PLAIN_SIZES(unaligned_write, WRITES)
PLAIN_SIZES(volatile_read, READS)
PLAIN_SIZES(volatile_write, WRITES)
PLAIN_SIZES(unaligned_volatile_read, READS)
PLAIN_SIZES(unaligned_volatile_write, WRITES)

void __tsan_read_range(void *address, size_t size)
{
    accesses(READS, false, address, size, HERE);
}

void __tsan_write_range(void *address, size_t size)
{
    accesses(WRITES, false, address, size, HERE);
}

/* clang has hooks of its own for what it copies. */
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    accesses(READS, false, from, size, HERE);
    accesses(WRITES, false, to, size, HERE);
    return memmove(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size)
{
    accesses(READS, false, from, size, HERE);
    accesses(WRITES, false, to, size, HERE);
    return memmove(to, from, size);
}

void *__tsan_memset(void *to, int value, size_t size)
{
    accesses(WRITES, false, to, size, HERE);
    return memset(to, value, size);
}

/* ---- atomic operations, all of them sequentially consistent ---- */

#define ATOMIC_OPERATION(bits, type, name, builtin)                                                         \
    type __tsan_atomic##bits##_##name(volatile type *address, type value, int order)                        \
    {                                                                                                       \
        (void)order;                                                                                        \
        accesses(UPDATES, true, (const void *)address, sizeof(type), HERE);                                 \
        return builtin(address, value, __ATOMIC_SEQ_CST);                                                   \
    }

#define ATOMIC_EXCHANGE(bits, type, name)                                                                   \
    int __tsan_atomic##bits##_##name(volatile type *address, type *expected, type value, int order, int otherwise) \
    {                                                                                                       \
        (void)order, (void)otherwise;                                                                       \
        accesses(UPDATES, true, (const void *)address, sizeof(type), HERE);                                 \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }

#define ATOMIC(bits, type)                                                                                  \
    type __tsan_atomic##bits##_load(const volatile type *address, int order)                                \
    {                                                                                                       \
        (void)order;                                                                                        \
        accesses(READS, true, (const void *)address, sizeof(type), HERE);                                   \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                       \
    void __tsan_atomic##bits##_store(volatile type *address, type value, int order)                         \
    {                                                                                                       \
        (void)order;                                                                                        \
        accesses(WRITES, true, (const void *)address, sizeof(type), HERE);                                  \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                       \
    ATOMIC_OPERATION(bits, type, exchange, __atomic_exchange_n)                                             \
    ATOMIC_OPERATION(bits, type, fetch_add, __atomic_fetch_add)                                             \
    ATOMIC_OPERATION(bits, type, fetch_sub, __atomic_fetch_sub)                                             \
    ATOMIC_OPERATION(bits, type, fetch_and, __atomic_fetch_and)                                             \
    ATOMIC_OPERATION(bits, type, fetch_or, __atomic_fetch_or)                                               \
    ATOMIC_OPERATION(bits, type, fetch_xor, __atomic_fetch_xor)                                             \
    ATOMIC_OPERATION(bits, type, fetch_nand, __atomic_fetch_nand)                                           \
    ATOMIC_EXCHANGE(bits, type, compare_exchange_strong)                                                    \
    ATOMIC_EXCHANGE(bits, type, compare_exchange_weak)                                                      \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value, int order, \
                                                    int otherwise)                                          \
    {                                                                                                       \
        (void)order, (void)otherwise;                                                                       \
        accesses(UPDATES, true, (const void *)address, sizeof(type), HERE);                                 \
        __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
        return expected;                                                                                    \
    }

ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* ---- functions ---- */

static const char *const section_prefixes[] = {"__VERIFIER_atomic_", "__CPROVER_atomic_", "__ESBMC_atomic_"};
static signed char has_sections = -1;
static __thread int depth; /* of functions that are one step */

/* Functions of these names are one step, as verification tasks have it. */
static bool is_section(const char *name)
{
    for (size_t i = 0; i < sizeof section_prefixes / sizeof *section_prefixes; i++)
        if (strncmp(name, section_prefixes[i], strlen(section_prefixes[i])) == 0)
            return true;
    return false;
}

static bool need_names(void)
{
    if (has_sections < 0) {
        has_sections = 0;
        for (size_t i = 0; i < sizeof section_prefixes / sizeof *section_prefixes; i++)
            has_sections |= unthread_has_function(section_prefixes[i]);
    }
    return has_sections != 0;
}

static void begin_section(uintptr_t pc)
{
    if (depth++ == 0)
        unthread_happens(&(struct event){.kind = BEGINS, .pc = pc});
}

static void leave_section(void)
{
    if (--depth == 0)
        unthread_end_section();
}

static bool is_in_section_function(uintptr_t pc)
{
    unthread_inside++;
    bool is = need_names() && is_section(unthread_function(pc));
    unthread_inside--;
    return is;
}

void __tsan_func_entry(void *caller)
{
    if (is_in_section_function(HERE))
        begin_section((uintptr_t)caller);
}

void __tsan_func_exit(void)
{
    if (is_in_section_function(HERE))
        leave_section();
}

void __tsan_init(void)
{
}

/* ---- sections between two calls; a program may have functions of its own for them ---- */

#define SECTION_MARKS(prefix)                                                                               \
    __attribute__((weak)) void prefix##_begin(void)                                                         \
    {                                                                                                       \
        begin_section(HERE);                                                                                \
    }                                                                                                       \
    __attribute__((weak)) void prefix##_end(void)                                                           \
    {                                                                                                       \
        leave_section();                                                                                    \
    }

SECTION_MARKS(__VERIFIER_atomic)
SECTION_MARKS(__CPROVER_atomic)
SECTION_MARKS(__ESBMC_atomic)

/* ---- errors that have no body ---- */

__attribute__((weak)) void reach_error(void)
{
    unthread_error_function("reach_error", HERE);
    abort();
}

__attribute__((weak)) void __VERIFIER_error(void)
{
    unthread_error_function("__VERIFIER_error", HERE);
    abort();
}

/* Code compiled with -fsanitize-coverage=trace-pc calls this in each block. */
void __sanitizer_cov_trace_pc(void)
{
    unthread_error_block(HERE);
}
