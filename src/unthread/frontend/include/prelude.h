/* Included by force before every parsed file: compiler built-ins that have no ordinary
   syntax tree become plain C. Parsed for every file, so only macros and six declarations.

   Arguments are kept apart from the macros' own temporaries like this: every argument
   appears once in an expansion. If it contains another of these macros, that one declares
   its temporaries inside its own braces, which hides the outer ones of the same name; and
   the text that users write has no names starting with __ut_. */
#ifndef __UT_PRELUDE_H
#define __UT_PRELUDE_H

void __ut_atomic_begin(void);
void __ut_atomic_end(void);
_Bool __ut_nondet_bool(void);
void *__ut_varargs(void);
void __ut_order(int);
void __ut_fence(int);

/* ---- constants --------------------------------------------------------------------------
   In clang's tree this built-in looks like a conversion of whatever its types mention;
   the cast marks it as something to be evaluated. */

enum __ut_constant { __ut_constant_zero };
#define __builtin_types_compatible_p(...)                                                       \
    ((int)(enum __ut_constant)__builtin_types_compatible_p(__VA_ARGS__))

/* Clang learns C23's constexpr only in version 19; it folds constants that are merely const, too. */
#if __STDC_VERSION__ > 201710L && __clang_major__ < 19
#define constexpr const
#endif

/* ---- variadic arguments ---------------------------------------------------------------
   The caller lays the arguments out one after the other, each in whole words. */

#define __UT_SLOT(...) ((sizeof(__VA_ARGS__) + sizeof(void *) - 1) & ~(sizeof(void *) - 1))

#ifdef __x86_64__
#define __UT_CURSOR(list) ((list)->overflow_arg_area)
/* Only long double, __int128 and what contains them are aligned to more than a word. */
#define __UT_SLOT_START(cursor, ...)                                                            \
    __builtin_choose_expr(__alignof__(__VA_ARGS__) > sizeof(void *),                              \
                          (char *)(((__UINTPTR_TYPE__)(cursor) + 15) & ~(__UINTPTR_TYPE__)15),  \
                          (char *)(cursor))
#define __UT_CURSOR_ADDRESS(list) (&(list)->overflow_arg_area)
#else
#define __UT_CURSOR(list) (list)
#define __UT_SLOT_START(cursor, ...) ((char *)(cursor))
#define __UT_CURSOR_ADDRESS(list) (&(list))
#endif

#define __builtin_va_start(list, ...) ((void)(__UT_CURSOR(list) = __ut_varargs()))
#define __builtin_c23_va_start(list, ...) ((void)(__UT_CURSOR(list) = __ut_varargs()))
#define __builtin_stdarg_start(list, ...) ((void)(__UT_CURSOR(list) = __ut_varargs()))
#define __builtin_va_end(list) ((void)(list))
#define __builtin_va_copy(target, source) ((void)(__UT_CURSOR(target) = __UT_CURSOR(source)))
#define __builtin_va_arg(list, ...)                                                             \
    (*({                                                                                        \
        __auto_type __ut_cursor = __UT_CURSOR_ADDRESS(list);                                    \
        char *__ut_slot = __UT_SLOT_START(*__ut_cursor, __VA_ARGS__);                           \
        *__ut_cursor = __ut_slot + __UT_SLOT(__VA_ARGS__);                                      \
        (__typeof__(__VA_ARGS__) *)__ut_slot;                                                   \
    }))

/* ---- atomic operations: building blocks -----------------------------------------------
   Conventions inside a statement expression: __ut_object points to the object and has lost
   all qualifiers, __ut_old is what was there, __ut_operand is the converted argument.
   __ut_order and __ut_fence say which order is asked for, right where the access or fence is:
   nothing happens there, but orders weaker than sequentially consistent are reported. */

/* The type of an lvalue without const, volatile and _Atomic. */
#define __UT_PLAIN(lvalue) __typeof__((void)0, lvalue)

#define __UT_TAKE(name, pointer)                                                                \
    __auto_type name##_given = (pointer);                                                       \
    __UT_PLAIN(*name##_given) *name = (__UT_PLAIN(*name##_given) *)name##_given

/* An operand as written. Values of an _Atomic type, which casts and functions give, are none that clang
   converts: where a file has them (clang.py), they go through an object of their type. */
#ifdef __UT_ATOMIC_VALUES
#define __UT_GIVEN(...)                                                                         \
    ({                                                                                          \
        __auto_type __ut_given = ((void)0, __VA_ARGS__);                                        \
        ((void)0, __ut_given);                                                                  \
    })
#else
#define __UT_GIVEN(...) (__VA_ARGS__)
#endif

/* GCC converts the operand of the _n and fetch forms as a cast does. */
#define __UT_OPERAND(value)                                                                     \
    __typeof__(*__ut_object) __ut_operand = (__typeof__(*__ut_object))__UT_GIVEN(value)

#define __UT_IS_POINTER(value) (__builtin_classify_type(value) == 5)
#define __UT_IS_REAL(value) (__builtin_classify_type(value) == 8)
#define __UT_IS_WORD(value) (__builtin_classify_type(value) < 8)

/* Atomic arithmetic wraps, so it is done in an unsigned type that is at least as wide. */
#ifdef __SIZEOF_INT128__
#define __UT_WIDEST unsigned __int128
#else
#define __UT_WIDEST unsigned long long
#endif
#define __UT_WRAPPING(value)                                                                    \
    __typeof__(__builtin_choose_expr(sizeof(value) <= 4, 0u,                                    \
               __builtin_choose_expr(sizeof(value) <= 8, 0ull, (__UT_WIDEST)0)))

/* What an arm of a choice that does not apply sees, so that it is still valid C. */
#define __UT_POINTER_OR_NULL(value) __builtin_choose_expr(__UT_IS_POINTER(value), value, (char *)0)
#define __UT_WORD_OR_ZERO(value) __builtin_choose_expr(__UT_IS_WORD(value), value, 0)
#define __UT_REAL_OR_ZERO(value) __builtin_choose_expr(__UT_IS_REAL(value), value, 0)

#define __UT_BITS(operator)                                                                     \
    (__typeof__(__ut_old))((__UT_WRAPPING(__ut_old))__ut_old operator                           \
                           (__UT_WRAPPING(__ut_old))__ut_operand)

/* GNU: adding to a pointer counts bytes. C11: it counts elements. */
#define __UT_SUM_BYTES(operator)                                                                \
    __builtin_choose_expr(__UT_IS_POINTER(__ut_old),                                            \
        (__typeof__(__UT_POINTER_OR_NULL(__ut_old)))(                                           \
            (char *)__UT_POINTER_OR_NULL(__ut_old) operator (__PTRDIFF_TYPE__)__ut_operand),    \
        __UT_SUM_NUMBER(operator))
#define __UT_SUM_ELEMENTS(operator)                                                             \
    __builtin_choose_expr(__UT_IS_POINTER(__ut_old),                                            \
        __UT_POINTER_OR_NULL(__ut_old) operator (__PTRDIFF_TYPE__)__ut_operand,                 \
        __UT_SUM_NUMBER(operator))
#define __UT_SUM_NUMBER(operator)                                                               \
    __builtin_choose_expr(__UT_IS_REAL(__ut_old),                                               \
        __UT_REAL_OR_ZERO(__ut_old) operator __UT_REAL_OR_ZERO(__ut_operand),                   \
        __UT_BITS(operator))
/* The operand of a sum: a byte or element count if the object is a pointer. */
#define __UT_COUNT(value)                                                                       \
    __typeof__(__builtin_choose_expr(__UT_IS_POINTER(*__ut_object), (__PTRDIFF_TYPE__)0,        \
                                     *__ut_object)) __ut_operand =                              \
        (__typeof__(__ut_operand))__UT_GIVEN(value)

#define __UT_NAND                                                                               \
    (__typeof__(__ut_old))~((__UT_WRAPPING(__ut_old))__ut_old &                                 \
                            (__UT_WRAPPING(__ut_old))__ut_operand)
#define __UT_PICK(operator) (__ut_old operator __ut_operand ? __ut_old : __ut_operand)

/* Compare-exchange compares the bits; for integers and pointers that is ==. */
#define __UT_SAME(left, right)                                                                  \
    __builtin_choose_expr(__UT_IS_WORD(left),                                                   \
        __UT_WORD_OR_ZERO(left) == __UT_WORD_OR_ZERO(right),                                    \
        __builtin_memcmp(&left, &right, sizeof(left)) == 0)

/* object op= operand in one step; the value of the expression is `result`. */
#define __UT_UPDATE(result, pointer, operand, order, computed)                                  \
    ({                                                                                          \
        __UT_TAKE(__ut_object, pointer);                                                        \
        operand;                                                                                \
        __ut_order(order);                                                                      \
        __ut_atomic_begin();                                                                    \
        __typeof__(*__ut_object) __ut_old = *__ut_object;                                       \
        __typeof__(*__ut_object) __ut_new = computed;                                           \
        *__ut_object = __ut_new;                                                                \
        __ut_atomic_end();                                                                      \
        result;                                                                                 \
    })

/* object = operand in one step; yields the old value. */
#define __UT_SWAP(pointer, operand, order)                                                      \
    ({                                                                                          \
        __UT_TAKE(__ut_object, pointer);                                                        \
        operand;                                                                                \
        __ut_order(order);                                                                      \
        __ut_atomic_begin();                                                                    \
        __typeof__(*__ut_object) __ut_old = *__ut_object;                                       \
        *__ut_object = __ut_operand;                                                            \
        __ut_atomic_end();                                                                      \
        __ut_old;                                                                               \
    })

#define __UT_READ(pointer, order)                                                               \
    ({                                                                                          \
        __UT_TAKE(__ut_object, pointer);                                                        \
        __ut_order(order);                                                                      \
        __ut_atomic_begin();                                                                    \
        __typeof__(*__ut_object) __ut_old = *__ut_object;                                       \
        __ut_atomic_end();                                                                      \
        __ut_old;                                                                               \
    })

#define __UT_WRITE(pointer, operand, order)                                                     \
    ({                                                                                          \
        __UT_TAKE(__ut_object, pointer);                                                        \
        operand;                                                                                \
        __ut_order(order);                                                                      \
        __ut_atomic_begin();                                                                    \
        *__ut_object = __ut_operand;                                                            \
        __ut_atomic_end();                                                                      \
    })

/* The expected object is the caller's own, so reading and updating it is not part of the
   atomic step. Compilers take a pointer to anything for it. A weak exchange may fail although the
   values agree. */
#define __UT_EXCHANGE_IF(pointer, expected, operand, weak, success, failure)                    \
    ({                                                                                          \
        __UT_TAKE(__ut_object, pointer);                                                        \
        __typeof__(*__ut_object) *__ut_expected = (__typeof__(*__ut_object) *)(expected);       \
        operand;                                                                                \
        _Bool __ut_fails_weakly = (weak) ? __ut_nondet_bool() : 0;                              \
        __ut_order(success);                                                                    \
        __ut_order(failure);                                                                    \
        __typeof__(*__ut_object) __ut_wanted = *__ut_expected;                                  \
        __ut_atomic_begin();                                                                    \
        __typeof__(*__ut_object) __ut_old = *__ut_object;                                       \
        _Bool __ut_done = __UT_SAME(__ut_old, __ut_wanted) && !__ut_fails_weakly;               \
        if (__ut_done)                                                                          \
            *__ut_object = __ut_operand;                                                        \
        __ut_atomic_end();                                                                      \
        if (!__ut_done)                                                                         \
            *__ut_expected = __ut_old;                                                          \
        __ut_done;                                                                              \
    })

/* An operand given by address, and one given as a value of any type. */
#define __UT_INDIRECT(address)                                                                  \
    __UT_TAKE(__ut_source, address);                                                            \
    __typeof__(*__ut_object) __ut_operand = *__ut_source
#define __UT_VALUE(value) __typeof__(*__ut_object) __ut_operand = __UT_GIVEN(value)

/* ---- __atomic_* ------------------------------------------------------------------------ */

#define __atomic_load_n(pointer, order) __UT_READ(pointer, order)
#define __atomic_store_n(pointer, value, order) __UT_WRITE(pointer, __UT_OPERAND(value), order)
#define __atomic_exchange_n(pointer, value, order) __UT_SWAP(pointer, __UT_OPERAND(value), order)
#define __atomic_compare_exchange_n(pointer, expected, value, weak, success, failure)           \
    __UT_EXCHANGE_IF(pointer, expected, __UT_OPERAND(value), weak, success, failure)

#define __atomic_load(pointer, target, order)                                                   \
    ({                                                                                          \
        __UT_TAKE(__ut_from, pointer);                                                          \
        __UT_TAKE(__ut_target, target);                                                         \
        *__ut_target = __UT_READ(__ut_from, order);                                             \
        (void)0;                                                                                \
    })
#define __atomic_store(pointer, source, order) __UT_WRITE(pointer, __UT_INDIRECT(source), order)
#define __atomic_exchange(pointer, source, target, order)                                       \
    ({                                                                                          \
        __UT_TAKE(__ut_from, pointer);                                                          \
        __UT_TAKE(__ut_new, source);                                                            \
        __UT_TAKE(__ut_target, target);                                                         \
        *__ut_target = __UT_SWAP(__ut_from, __UT_INDIRECT(__ut_new), order);                    \
        (void)0;                                                                                \
    })
#define __atomic_compare_exchange(pointer, expected, source, weak, success, failure)            \
    __UT_EXCHANGE_IF(pointer, expected, __UT_INDIRECT(source), weak, success, failure)

#define __atomic_fetch_add(p, v, o) __UT_UPDATE(__ut_old, p, __UT_COUNT(v), o, __UT_SUM_BYTES(+))
#define __atomic_fetch_sub(p, v, o) __UT_UPDATE(__ut_old, p, __UT_COUNT(v), o, __UT_SUM_BYTES(-))
#define __atomic_fetch_and(p, v, o) __UT_UPDATE(__ut_old, p, __UT_OPERAND(v), o, __UT_BITS(&))
#define __atomic_fetch_or(p, v, o) __UT_UPDATE(__ut_old, p, __UT_OPERAND(v), o, __UT_BITS(|))
#define __atomic_fetch_xor(p, v, o) __UT_UPDATE(__ut_old, p, __UT_OPERAND(v), o, __UT_BITS(^))
#define __atomic_fetch_nand(p, v, o) __UT_UPDATE(__ut_old, p, __UT_OPERAND(v), o, __UT_NAND)
#define __atomic_fetch_min(p, v, o) __UT_UPDATE(__ut_old, p, __UT_OPERAND(v), o, __UT_PICK(<))
#define __atomic_fetch_max(p, v, o) __UT_UPDATE(__ut_old, p, __UT_OPERAND(v), o, __UT_PICK(>))
#define __atomic_add_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_COUNT(v), o, __UT_SUM_BYTES(+))
#define __atomic_sub_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_COUNT(v), o, __UT_SUM_BYTES(-))
#define __atomic_and_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_OPERAND(v), o, __UT_BITS(&))
#define __atomic_or_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_OPERAND(v), o, __UT_BITS(|))
#define __atomic_xor_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_OPERAND(v), o, __UT_BITS(^))
#define __atomic_nand_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_OPERAND(v), o, __UT_NAND)
#define __atomic_min_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_OPERAND(v), o, __UT_PICK(<))
#define __atomic_max_fetch(p, v, o) __UT_UPDATE(__ut_new, p, __UT_OPERAND(v), o, __UT_PICK(>))

/* The flag is a byte, whatever the type of the pointer. */
#define __UT_BYTE(pointer) (unsigned char *)(pointer)
#define __atomic_test_and_set(pointer, order)                                                   \
    ((_Bool)__UT_SWAP(__UT_BYTE(pointer), __UT_VALUE(1), order))
#define __atomic_clear(pointer, order) __UT_WRITE(__UT_BYTE(pointer), __UT_VALUE(0), order)
#define __atomic_thread_fence(order) __ut_fence(order)
#define __atomic_signal_fence(order) ((void)(order))
#define __atomic_always_lock_free(size, pointer)                                                \
    ((_Bool)((size) == 1 || (size) == 2 || (size) == 4 || (size) == 8))
#define __atomic_is_lock_free(size, pointer)                                                    \
    ({                                                                                          \
        __SIZE_TYPE__ __ut_size = (size);                                                       \
        (void)(pointer);                                                                        \
        __atomic_always_lock_free(__ut_size, 0);                                                \
    })

/* ---- __sync_*: sequentially consistent but for the two of a lock, which acquire and release;
   further arguments are allowed and mean nothing ------------------------------------------ */

#define __sync_fetch_and_add(p, v, ...) __atomic_fetch_add(p, v, 5)
#define __sync_fetch_and_sub(p, v, ...) __atomic_fetch_sub(p, v, 5)
#define __sync_fetch_and_and(p, v, ...) __atomic_fetch_and(p, v, 5)
#define __sync_fetch_and_or(p, v, ...) __atomic_fetch_or(p, v, 5)
#define __sync_fetch_and_xor(p, v, ...) __atomic_fetch_xor(p, v, 5)
#define __sync_fetch_and_nand(p, v, ...) __atomic_fetch_nand(p, v, 5)
#define __sync_add_and_fetch(p, v, ...) __atomic_add_fetch(p, v, 5)
#define __sync_sub_and_fetch(p, v, ...) __atomic_sub_fetch(p, v, 5)
#define __sync_and_and_fetch(p, v, ...) __atomic_and_fetch(p, v, 5)
#define __sync_or_and_fetch(p, v, ...) __atomic_or_fetch(p, v, 5)
#define __sync_xor_and_fetch(p, v, ...) __atomic_xor_fetch(p, v, 5)
#define __sync_nand_and_fetch(p, v, ...) __atomic_nand_fetch(p, v, 5)
#define __sync_lock_test_and_set(p, v, ...) __atomic_exchange_n(p, v, __ATOMIC_ACQUIRE)
#define __sync_swap(p, v, ...) __atomic_exchange_n(p, v, 5)
#define __sync_lock_release(p, ...) __atomic_store_n(p, 0, __ATOMIC_RELEASE)
#define __sync_synchronize(...) ((void)0)

#define __UT_SYNC_EXCHANGE_IF(result, pointer, expected, value)                                 \
    ({                                                                                          \
        __UT_TAKE(__ut_object, pointer);                                                        \
        __typeof__(*__ut_object) __ut_wanted = (__typeof__(*__ut_object))__UT_GIVEN(expected);  \
        __UT_OPERAND(value);                                                                    \
        __ut_atomic_begin();                                                                    \
        __typeof__(*__ut_object) __ut_old = *__ut_object;                                       \
        if (__ut_old == __ut_wanted)                                                            \
            *__ut_object = __ut_operand;                                                        \
        __ut_atomic_end();                                                                      \
        result;                                                                                 \
    })
#define __sync_bool_compare_and_swap(pointer, expected, value, ...)                             \
    __UT_SYNC_EXCHANGE_IF((_Bool)(__ut_old == __ut_wanted), pointer, expected, value)
#define __sync_val_compare_and_swap(pointer, expected, value, ...)                              \
    __UT_SYNC_EXCHANGE_IF(__ut_old, pointer, expected, value)

/* ---- __scoped_atomic_*: all threads of a process are in every scope --------------------- */

#define __scoped_atomic_load_n(p, o, scope) __atomic_load_n(p, o)
#define __scoped_atomic_load(p, t, o, scope) __atomic_load(p, t, o)
#define __scoped_atomic_store_n(p, v, o, scope) __atomic_store_n(p, v, o)
#define __scoped_atomic_store(p, s, o, scope) __atomic_store(p, s, o)
#define __scoped_atomic_exchange_n(p, v, o, scope) __atomic_exchange_n(p, v, o)
#define __scoped_atomic_exchange(p, s, t, o, scope) __atomic_exchange(p, s, t, o)
#define __scoped_atomic_compare_exchange_n(p, e, v, weak, success, failure, scope)                 \
    __atomic_compare_exchange_n(p, e, v, weak, success, failure)
#define __scoped_atomic_compare_exchange(p, e, s, weak, success, failure, scope)                   \
    __atomic_compare_exchange(p, e, s, weak, success, failure)
#define __scoped_atomic_fetch_add(p, v, o, scope) __atomic_fetch_add(p, v, o)
#define __scoped_atomic_fetch_sub(p, v, o, scope) __atomic_fetch_sub(p, v, o)
#define __scoped_atomic_fetch_and(p, v, o, scope) __atomic_fetch_and(p, v, o)
#define __scoped_atomic_fetch_or(p, v, o, scope) __atomic_fetch_or(p, v, o)
#define __scoped_atomic_fetch_xor(p, v, o, scope) __atomic_fetch_xor(p, v, o)
#define __scoped_atomic_fetch_nand(p, v, o, scope) __atomic_fetch_nand(p, v, o)
#define __scoped_atomic_fetch_min(p, v, o, scope) __atomic_fetch_min(p, v, o)
#define __scoped_atomic_fetch_max(p, v, o, scope) __atomic_fetch_max(p, v, o)
#define __scoped_atomic_add_fetch(p, v, o, scope) __atomic_add_fetch(p, v, o)
#define __scoped_atomic_sub_fetch(p, v, o, scope) __atomic_sub_fetch(p, v, o)
#define __scoped_atomic_and_fetch(p, v, o, scope) __atomic_and_fetch(p, v, o)
#define __scoped_atomic_or_fetch(p, v, o, scope) __atomic_or_fetch(p, v, o)
#define __scoped_atomic_xor_fetch(p, v, o, scope) __atomic_xor_fetch(p, v, o)
#define __scoped_atomic_nand_fetch(p, v, o, scope) __atomic_nand_fetch(p, v, o)
#define __scoped_atomic_min_fetch(p, v, o, scope) __atomic_min_fetch(p, v, o)
#define __scoped_atomic_max_fetch(p, v, o, scope) __atomic_max_fetch(p, v, o)

/* ---- __c11_atomic_*: values of any type, pointers count elements ------------------------- */

#define __c11_atomic_init(pointer, value)                                                       \
    ({                                                                                          \
        __UT_TAKE(__ut_object, pointer);                                                        \
        __UT_VALUE(value);                                                                      \
        *__ut_object = __ut_operand;                                                            \
        (void)0;                                                                                \
    })
#define __c11_atomic_load(pointer, order) __UT_READ(pointer, order)
#define __c11_atomic_store(pointer, value, order) __UT_WRITE(pointer, __UT_VALUE(value), order)
#define __c11_atomic_exchange(pointer, value, order) __UT_SWAP(pointer, __UT_VALUE(value), order)
#define __c11_atomic_compare_exchange_strong(pointer, expected, value, success, failure)        \
    __UT_EXCHANGE_IF(pointer, expected, __UT_VALUE(value), 0, success, failure)
#define __c11_atomic_compare_exchange_weak(pointer, expected, value, success, failure)          \
    __UT_EXCHANGE_IF(pointer, expected, __UT_VALUE(value), 1, success, failure)
#define __c11_atomic_fetch_add(p, v, o)                                                         \
    __UT_UPDATE(__ut_old, p, __UT_COUNT(v), o, __UT_SUM_ELEMENTS(+))
#define __c11_atomic_fetch_sub(p, v, o)                                                         \
    __UT_UPDATE(__ut_old, p, __UT_COUNT(v), o, __UT_SUM_ELEMENTS(-))
#define __c11_atomic_fetch_and(p, v, o) __UT_UPDATE(__ut_old, p, __UT_VALUE(v), o, __UT_BITS(&))
#define __c11_atomic_fetch_or(p, v, o) __UT_UPDATE(__ut_old, p, __UT_VALUE(v), o, __UT_BITS(|))
#define __c11_atomic_fetch_xor(p, v, o) __UT_UPDATE(__ut_old, p, __UT_VALUE(v), o, __UT_BITS(^))
#define __c11_atomic_fetch_nand(p, v, o) __UT_UPDATE(__ut_old, p, __UT_VALUE(v), o, __UT_NAND)
#define __c11_atomic_fetch_min(p, v, o) __UT_UPDATE(__ut_old, p, __UT_VALUE(v), o, __UT_PICK(<))
#define __c11_atomic_fetch_max(p, v, o) __UT_UPDATE(__ut_old, p, __UT_VALUE(v), o, __UT_PICK(>))
#define __c11_atomic_thread_fence(order) __ut_fence(order)
#define __c11_atomic_signal_fence(order) ((void)(order))
#define __c11_atomic_is_lock_free(size) __atomic_is_lock_free(size, 0)

#endif
