/* <stdlib.h>: ending the process, the heap, integers from text, random numbers, sorting. */

#include <unthread.h>

typedef __SIZE_TYPE__ size_t;

enum { INVALID = 22, OUT_OF_MEMORY = 12, OUT_OF_RANGE = 34 }; /* EINVAL, ENOMEM, ERANGE */

int *__errno_location(void);

/* ---- the end of the process ---- */

#define HANDLERS 32 /* what C guarantees */

static void (*exit_handlers[HANDLERS])(void);
static int exit_handler_count;
static void (*quick_handlers[HANDLERS])(void);
static int quick_handler_count;

static int push(void (**handlers)(void), int *count, void (*handler)(void))
{
    int failed = 1;
    __ut_atomic_begin();
    if (*count < HANDLERS) {
        handlers[*count] = handler;
        *count = *count + 1;
        failed = 0;
    }
    __ut_atomic_end();
    return failed;
}

/* Last registered, first called; a handler may register further ones. */
static void run(void (**handlers)(void), int *count)
{
    for (;;) {
        void (*handler)(void) = 0;
        __ut_atomic_begin();
        if (*count > 0) {
            *count = *count - 1;
            handler = handlers[*count];
        }
        __ut_atomic_end();
        if (handler == 0)
            return;
        handler();
    }
}

int atexit(void (*handler)(void))
{
    return push(exit_handlers, &exit_handler_count, handler);
}

int at_quick_exit(void (*handler)(void))
{
    return push(quick_handlers, &quick_handler_count, handler);
}

__UT_NORETURN void exit(int status)
{
    run(exit_handlers, &exit_handler_count);
    __ut_exit_process(status);
}

__UT_NORETURN void quick_exit(int status)
{
    run(quick_handlers, &quick_handler_count);
    __ut_exit_process(status);
}

__UT_NORETURN void _Exit(int status)
{
    __ut_exit_process(status);
}

__UT_NORETURN void _exit(int status)
{
    __ut_exit_process(status);
}

__UT_NORETURN void abort(void)
{
    __ut_exit_process(134);
}

/* ---- the heap ---- */

/* With --malloc-may-fail. */
#ifdef UT_MALLOC_MAY_FAIL
#define IS_MEMORY_LEFT __ut_nondet_bool()
#else
#define IS_MEMORY_LEFT 1
#endif

/* No object is larger than what two pointers into it may be apart. */
static _Bool is_possible(size_t size)
{
    if (size <= __PTRDIFF_MAX__ && IS_MEMORY_LEFT)
        return 1;
    *__errno_location() = OUT_OF_MEMORY;
    return 0;
}

void *malloc(size_t size)
{
    return is_possible(size) ? __ut_alloc(size, 0) : 0;
}

void free(void *pointer)
{
    if (pointer != 0)
        __ut_free(pointer);
}

void cfree(void *pointer)
{
    free(pointer);
}

static _Bool product_fits(size_t count, size_t size)
{
    if (size == 0 || count <= (size_t)-1 / size)
        return is_possible(count * size);
    *__errno_location() = OUT_OF_MEMORY;
    return 0;
}

void *calloc(size_t count, size_t size)
{
    return product_fits(count, size) ? __ut_alloc(count * size, 1) : 0;
}

void *realloc(void *pointer, size_t size)
{
    if (pointer == 0)
        return malloc(size);
    if (size == 0) {
        free(pointer);
        return 0;
    }
    if (!is_possible(size))
        return 0;
    size_t old = __ut_object_size(pointer);
    char *target = __ut_alloc(size, 0);
    const char *source = pointer;
    size_t kept = old < size ? old : size;
    for (size_t i = 0; i < kept; i++)
        target[i] = source[i];
    __ut_free(pointer);
    return target;
}

void *reallocarray(void *pointer, size_t count, size_t size)
{
    return product_fits(count, size) ? realloc(pointer, count * size) : 0;
}

/* Every heap object is aligned for any type of C; a stricter wish is not noticed by anything
   but arithmetic on the address. */
static _Bool is_power_of_two(size_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    if (is_power_of_two(alignment))
        return malloc(size);
    *__errno_location() = INVALID;
    return 0;
}

void *memalign(size_t alignment, size_t size)
{
    (void)alignment;
    return malloc(size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return INVALID;
    if (size > __PTRDIFF_MAX__ || !IS_MEMORY_LEFT)
        return OUT_OF_MEMORY;
    *result = __ut_alloc(size, 0);
    return 0;
}

void *valloc(size_t size)
{
    return malloc(size);
}

void *pvalloc(size_t size)
{
    return is_possible(size) ? malloc((size + 4095) & ~(size_t)4095) : 0;
}

size_t malloc_usable_size(void *pointer)
{
    return pointer == 0 ? 0 : __ut_object_size(pointer);
}

/* ---- arithmetic ---- */

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ value)
{
    return value < 0 ? -value : value;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int numerator, int denominator)
{
    return (div_t){numerator / denominator, numerator % denominator};
}

ldiv_t ldiv(long numerator, long denominator)
{
    return (ldiv_t){numerator / denominator, numerator % denominator};
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    return (lldiv_t){numerator / denominator, numerator % denominator};
}

/* ---- integers from text ---- */

struct number {
    unsigned long long magnitude;
    _Bool negative;
    _Bool too_large; /* for 64 bits */
};

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

static _Bool has_prefix(const char *text, char letter, int base)
{
    return text[0] == '0' && (text[1] | 32) == letter && digit_value(text[2]) < base;
}

/* text = white space, sign, prefix of base 16 (or 2), digits. Without digits nothing is read. */
static struct number parse(const char *text, char **end, int base, _Bool binary_prefix)
{
    struct number result = {0, 0, 0};
    const char *start = text;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = INVALID;
        if (end != 0)
            *end = (char *)start;
        return result;
    }
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    result.negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if ((base == 0 || base == 16) && has_prefix(text, 'x', 16)) {
        base = 16;
        text += 2;
    } else if (binary_prefix && (base == 0 || base == 2) && has_prefix(text, 'b', 2)) {
        base = 2;
        text += 2;
    } else if (base == 0) {
        base = *text == '0' ? 8 : 10;
    }
    const char *digits = text;
    for (; digit_value(*text) < base; text++) {
        unsigned long long digit = (unsigned long long)digit_value(*text);
        if (__builtin_mul_overflow(result.magnitude, (unsigned long long)base, &result.magnitude))
            result.too_large = 1;
        if (__builtin_add_overflow(result.magnitude, digit, &result.magnitude))
            result.too_large = 1;
    }
    if (end != 0)
        *end = (char *)(text == digits ? start : text);
    return result;
}

/* Both limits are the target type's: `most` its greatest value. */
static long long to_signed(struct number number, long long most)
{
    unsigned long long limit = (unsigned long long)most + (number.negative ? 1 : 0);
    if (number.too_large || number.magnitude > limit) {
        *__errno_location() = OUT_OF_RANGE;
        return number.negative ? -most - 1 : most;
    }
    return (long long)(number.negative ? -number.magnitude : number.magnitude);
}

static unsigned long long to_unsigned(struct number number, unsigned long long most)
{
    if (number.too_large || number.magnitude > most) {
        *__errno_location() = OUT_OF_RANGE;
        return most;
    }
    return number.negative ? -number.magnitude : number.magnitude;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)to_signed(parse(text, end, base, 0), __LONG_MAX__);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)to_unsigned(parse(text, end, base, 0), __LONG_MAX__ * 2UL + 1);
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return to_signed(parse(text, end, base, 0), __LONG_LONG_MAX__);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return to_unsigned(parse(text, end, base, 0), ~0ULL);
}

__INTMAX_TYPE__ strtoimax(const char *restrict text, char **restrict end, int base)
{
    return strtoll(text, end, base);
}

__UINTMAX_TYPE__ strtoumax(const char *restrict text, char **restrict end, int base)
{
    return strtoull(text, end, base);
}

/* Newer glibc headers call these, which also read 0b. */
long __isoc23_strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)to_signed(parse(text, end, base, 1), __LONG_MAX__);
}

unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)to_unsigned(parse(text, end, base, 1), __LONG_MAX__ * 2UL + 1);
}

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base)
{
    return to_signed(parse(text, end, base, 1), __LONG_LONG_MAX__);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base)
{
    return to_unsigned(parse(text, end, base, 1), ~0ULL);
}

int atoi(const char *text)
{
    return (int)strtol(text, 0, 10);
}

long atol(const char *text)
{
    return strtol(text, 0, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, 0, 10);
}

/* ---- random numbers: any sequence ---- */

int rand(void)
{
    return (int)(__ut_nondet_uint() >> 1);
}

int rand_r(unsigned int *seed)
{
    *seed = __ut_nondet_uint();
    return (int)(*seed >> 1);
}

long random(void)
{
    return (long)(__ut_nondet_uint() >> 1);
}

long lrand48(void)
{
    return (long)(__ut_nondet_uint() >> 1);
}

long mrand48(void)
{
    return (long)__ut_nondet_int();
}

double drand48(void)
{
    return __ut_nondet_uint() / 4294967296.0;
}

void srand(unsigned int seed)
{
    (void)seed;
}

void srandom(unsigned int seed)
{
    (void)seed;
}

void srand48(long seed)
{
    (void)seed;
}

/* ---- searching and sorting ---- */

typedef int comparison(const void *, const void *);

void *bsearch(const void *key, const void *array, size_t count, size_t size, comparison *compare)
{
    const char *base = array;
    while (count > 0) {
        const char *middle = base + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            base = middle + size;
            count = count - count / 2 - 1;
        } else {
            count = count / 2;
        }
    }
    return 0;
}

static void swap(char *left, char *right, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char byte = left[i];
        left[i] = right[i];
        right[i] = byte;
    }
}

/* Insertion sort: the fewest paths to unwind. Elements that compare equal end up in any order. */
void qsort(void *array, size_t count, size_t size, comparison *compare)
{
    char *base = array;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int order = compare(base + (j - 1) * size, base + j * size);
            if (order < 0 || (order == 0 && __ut_nondet_bool()))
                break;
            swap(base + (j - 1) * size, base + j * size, size);
        }
}

typedef int comparison_with(const void *left, const void *right, void *data);

void qsort_r(void *array, size_t count, size_t size, comparison_with *compare, void *data)
{
    char *base = array;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int order = compare(base + (j - 1) * size, base + j * size, data);
            if (order < 0 || (order == 0 && __ut_nondet_bool()))
                break;
            swap(base + (j - 1) * size, base + j * size, size);
        }
}

/* ---- the environment ---- */

/* A variable is there or not, with any value of few characters; the same one each time it is asked for. */
#define VARIABLES 8
#define LONGEST_NAME 31
#define LONGEST_VALUE 7

static char variable_names[VARIABLES][LONGEST_NAME + 1];
static char variable_values[VARIABLES][LONGEST_VALUE + 1];
static _Bool variable_is_set[VARIABLES];
static int variable_count;

static _Bool is_named(int number, const char *name)
{
    for (int i = 0;; i++) {
        if (variable_names[number][i] != name[i])
            return 0;
        if (name[i] == 0)
            return 1;
    }
}

static int add_variable(const char *name)
{
    int number = variable_count;
    if (number == VARIABLES)
        __ut_unmodelled("more than 8 variables of the environment");
    for (int i = 0; name[i] != 0; i++) {
        if (i == LONGEST_NAME)
            __ut_unmodelled("long name of a variable of the environment");
        variable_names[number][i] = name[i];
    }
    variable_is_set[number] = __ut_nondet_bool();
    for (int i = 0; i < LONGEST_VALUE; i++)
        variable_values[number][i] = __ut_nondet_char();
    variable_count = number + 1;
    return number;
}

char *getenv(const char *name)
{
    __ut_atomic_begin();
    int number = 0;
    while (number < variable_count && !is_named(number, name))
        number++;
    if (number == variable_count)
        number = add_variable(name);
    char *value = variable_is_set[number] ? variable_values[number] : 0;
    __ut_atomic_end();
    return value;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

/* ---- changes of the environment ---- */

/* In a section: a value of our own. */
static int store_value(int number, const char *value)
{
    for (int i = 0;; i++) {
        if (i == LONGEST_VALUE + 1)
            __ut_unmodelled("a variable of the environment that is set to more than 7 characters");
        variable_values[number][i] = value[i];
        if (value[i] == 0)
            break;
    }
    variable_is_set[number] = 1;
    return 0;
}

/* In a section. */
static int number_of(const char *name)
{
    int number = 0;
    while (number < variable_count && !is_named(number, name))
        number++;
    return number == variable_count ? add_variable(name) : number;
}

static _Bool is_a_name(const char *name)
{
    if (name == 0 || *name == 0)
        return 0;
    for (int i = 0; name[i] != 0; i++)
        if (name[i] == '=')
            return 0;
    return 1;
}

static int no_such_name(void)
{
    *__errno_location() = 22; /* EINVAL */
    return -1;
}

/* Writing is not in one step in glibc either, but under a lock; whoever has the old value sees it change. */
int setenv(const char *name, const char *value, int overwrite)
{
    if (!is_a_name(name))
        return no_such_name();
    __ut_atomic_begin();
    int number = number_of(name);
    if (overwrite || !variable_is_set[number])
        store_value(number, value);
    __ut_atomic_end();
    return 0;
}

int unsetenv(const char *name)
{
    if (!is_a_name(name))
        return no_such_name();
    __ut_atomic_begin();
    variable_is_set[number_of(name)] = 0;
    __ut_atomic_end();
    return 0;
}

int system(const char *command)
{
    (void)command;
    return __ut_nondet_int();
}
