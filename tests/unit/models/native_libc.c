/* The string, ctype and stdlib models beside the C library, on pseudo-random inputs.
   test_models_native.py has put "ut_" before every name in the models' object files.
   The exit status is 1 if anything differs. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- what the models stand on ---- */

int *ut___errno_location(void) { return &errno; }
void *ut___ut_alloc(size_t size, _Bool zeroed)
{
    size_t *block = zeroed ? calloc(1, size + sizeof(size_t)) : malloc(size + sizeof(size_t));
    *block = size;
    return block + 1;
}
void ut___ut_free(void *pointer) { free((size_t *)pointer - 1); }
size_t ut___ut_object_size(const void *pointer) { return ((const size_t *)pointer)[-1]; }
void ut___ut_atomic_begin(void) {}
void ut___ut_atomic_end(void) {}
static int exit_status = -1;
static int handler_trace;
static void finish(void);
void ut___ut_exit_process(int status)
{
    exit_status = status;
    finish();
}
unsigned ut___ut_nondet_uint(void) { return (unsigned)random() * 2654435761u; }
int ut___ut_nondet_int(void) { return (int)ut___ut_nondet_uint(); }
_Bool ut___ut_nondet_bool(void) { return 1; } /* sorts as the native library does */
char ut___ut_nondet_char(void) { return (char)ut___ut_nondet_uint(); }
void ut___ut_unmodelled(const char *what) { puts(what), abort(); }
void ut___ut_assert(_Bool condition, const char *property, const char *message)
{
    if (!condition)
        printf("%s: %s\n", property, message), abort();
}

/* ---- the comparison ---- */

static int sign(int value) { return (value > 0) - (value < 0); }
static int differences;
static void differ(const char *what, int line)
{
    differences++;
    if (differences < 20)
        printf("line %d: %s\n", line, what);
}
#define SAME(ours, theirs)                                                                        \
    do {                                                                                          \
        if ((ours) != (theirs))                                                                   \
            differ(#ours, __LINE__);                                                              \
    } while (0)
#define SAME_SIGN(ours, theirs)                                                                   \
    do {                                                                                          \
        int our_value = (ours), their_value = (theirs);                                           \
        if (sign(our_value) != sign(their_value))                                                 \
            differ(#ours, __LINE__);                                                              \
    } while (0)
#define SAME_BYTES(left, right)                                                                   \
    do {                                                                                          \
        if (memcmp(left, right, sizeof(left)) != 0)                                               \
            differ(#left, __LINE__);                                                              \
    } while (0)

#define D(result, name, ...) result ut_##name(__VA_ARGS__)
D(void *, memcpy, void *, const void *, size_t); D(void *, mempcpy, void *, const void *, size_t);
D(void *, memmove, void *, const void *, size_t); D(void *, memset, void *, int, size_t);
D(int, memcmp, const void *, const void *, size_t); D(void *, memchr, const void *, int, size_t);
D(void *, memrchr, const void *, int, size_t); D(void *, rawmemchr, const void *, int);
D(void *, memccpy, void *, const void *, int, size_t);
D(void *, memmem, const void *, size_t, const void *, size_t);
D(void, bzero, void *, size_t); D(int, bcmp, const void *, const void *, size_t);
D(size_t, strlen, const char *); D(size_t, strnlen, const char *, size_t);
D(char *, strcpy, char *, const char *); D(char *, stpcpy, char *, const char *);
D(char *, strncpy, char *, const char *, size_t); D(char *, stpncpy, char *, const char *, size_t);
D(char *, strcat, char *, const char *); D(char *, strncat, char *, const char *, size_t);
D(int, strcmp, const char *, const char *); D(int, strncmp, const char *, const char *, size_t);
D(int, strcasecmp, const char *, const char *);
D(int, strncasecmp, const char *, const char *, size_t);
D(char *, strchr, const char *, int); D(char *, strrchr, const char *, int);
D(char *, strchrnul, const char *, int); D(char *, strstr, const char *, const char *);
D(char *, strcasestr, const char *, const char *);
D(size_t, strspn, const char *, const char *); D(size_t, strcspn, const char *, const char *);
D(char *, strpbrk, const char *, const char *); D(char *, strsep, char **, const char *);
D(char *, strtok_r, char *, const char *, char **); D(char *, strtok, char *, const char *);
D(char *, strdup, const char *); D(char *, strndup, const char *, size_t);
D(size_t, strlcpy, char *, const char *, size_t); D(size_t, strlcat, char *, const char *, size_t);
D(int, ffs, int); D(int, ffsl, long); D(int, ffsll, long long);
D(void *, malloc, size_t); D(void, free, void *); D(void *, calloc, size_t, size_t);
D(void *, realloc, void *, size_t); D(int, posix_memalign, void **, size_t, size_t);
D(void *, aligned_alloc, size_t, size_t); D(void *, reallocarray, void *, size_t, size_t);
D(long, strtol, const char *, char **, int); D(unsigned long, strtoul, const char *, char **, int);
D(long long, strtoll, const char *, char **, int);
D(unsigned long long, strtoull, const char *, char **, int);
D(intmax_t, strtoimax, const char *, char **, int);
D(long, __isoc23_strtol, const char *, char **, int);
D(int, atoi, const char *); D(long, atol, const char *); D(long long, atoll, const char *);
D(int, abs, int); D(long, labs, long); D(long long, llabs, long long);
D(div_t, div, int, int); D(ldiv_t, ldiv, long, long); D(lldiv_t, lldiv, long long, long long);
D(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *));
D(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
D(int, rand, void); D(long, random, void); D(double, drand48, void); D(long, lrand48, void);
D(int, atexit, void (*)(void)); D(void, exit, int);
D(const unsigned short **, __ctype_b_loc, void);
D(const int **, __ctype_tolower_loc, void); D(const int **, __ctype_toupper_loc, void);

static int below(int limit) { return (int)(random() % limit); }

/* Few letters, so that texts often agree for a while; sometimes a byte above 127. */
static void fill(char *text, int limit)
{
    int length = below(limit);
    for (int i = 0; i < length; i++)
        text[i] = "abABab ,b\xe4"[below(10)];
    text[length] = 0;
}

static void compare_reading(void)
{
    char a[24], b[24], set[6];
    fill(a, 20), fill(b, 6), fill(set, 5);
    size_t n = (size_t)below(22);
    int c = "abAB ,\xe4z"[below(9)];
    SAME(ut_strlen(a), strlen(a));
    SAME(ut_strnlen(a, n), strnlen(a, n));
    SAME_SIGN(ut_strcmp(a, b), strcmp(a, b));
    SAME_SIGN(ut_strncmp(a, b, n), strncmp(a, b, n));
    SAME_SIGN(ut_strcasecmp(a, b), strcasecmp(a, b));
    SAME_SIGN(ut_strncasecmp(a, b, n), strncasecmp(a, b, n));
    SAME_SIGN(ut_memcmp(a, b, 5), memcmp(a, b, 5));
    SAME(ut_bcmp(a, b, 3) == 0, bcmp(a, b, 3) == 0);
    SAME(ut_strchr(a, c), strchr(a, c));
    SAME(ut_strrchr(a, c), strrchr(a, c));
    SAME(ut_strchrnul(a, c), strchrnul(a, c));
    SAME(ut_memchr(a, c, n), (void *)memchr(a, c, n));
    SAME(ut_memrchr(a, c, n), memrchr(a, c, n));
    SAME(ut_rawmemchr(a, 0), rawmemchr(a, 0));
    SAME(ut_strstr(a, b), strstr(a, b));
    SAME(ut_strcasestr(a, b), strcasestr(a, b));
    SAME(ut_memmem(a, strlen(a), b, strlen(b)), memmem(a, strlen(a), b, strlen(b)));
    SAME(ut_strspn(a, set), strspn(a, set));
    SAME(ut_strcspn(a, set), strcspn(a, set));
    SAME(ut_strpbrk(a, set), strpbrk(a, set));
    char *copy = ut_strdup(a), *part = ut_strndup(a, n), *expected = strndup(a, n);
    SAME(strcmp(copy, a), 0);
    SAME(strcmp(part, expected), 0);
    ut_free(copy), ut_free(part), free(expected);
}

static void compare_writing(void)
{
    char source[16], x[64], y[64];
    fill(source, 16);
    size_t n = (size_t)below(18);
    memset(x, 'q', sizeof x);
    fill(x, 16);
    memcpy(y, x, sizeof x);
    SAME(ut_strcat(x, source) - x, strcat(y, source) - y);
    SAME_BYTES(x, y);
    SAME(ut_strncat(x, source, n) - x, strncat(y, source, n) - y);
    SAME_BYTES(x, y);
    SAME(ut_stpcpy(x, source) - x, stpcpy(y, source) - y);
    SAME(ut_strcpy(x + 20, source) - x, strcpy(y + 20, source) - y);
    SAME_BYTES(x, y);
    SAME(ut_strncpy(x, source, n) - x, strncpy(y, source, n) - y);
    SAME(ut_stpncpy(x + 30, source, n) - x, stpncpy(y + 30, source, n) - y);
    SAME_BYTES(x, y);
    SAME((char *)ut_memcpy(x + 9, source, n % 16) - x, (char *)memcpy(y + 9, source, n % 16) - y);
    SAME((char *)ut_mempcpy(x, source, n % 16) - x, (char *)mempcpy(y, source, n % 16) - y);
    SAME((char *)ut_memmove(x + 3, x + below(3) * 3, 0) - x, 3);
    int from = below(30), to = below(30);
    ut_memmove(x + to, x + from, n), memmove(y + to, y + from, n);
    SAME_BYTES(x, y);
    ut_memset(x + from, to - 5, n), memset(y + from, to - 5, n);
    ut_bzero(x + to, 3), bzero(y + to, 3);
    SAME_BYTES(x, y);
    char *a = ut_memccpy(x, source, 'b', n % 16), *b = memccpy(y, source, 'b', n % 16);
    SAME(a ? a - x : -1, b ? b - y : -1);
    SAME_BYTES(x, y);
    /* strlcpy and strlcat are too new for some C libraries: what they say about themselves. */
    SAME(ut_strlcpy(x, source, n), strlen(source));
    if (n > 0)
        SAME(strlen(x), strlen(source) < n ? strlen(source) : n - 1);
    strcpy(x, "abc");
    SAME(ut_strlcat(x, source, 10), 3 + strlen(source));
    SAME(strlen(x), strlen(source) < 6 ? 3 + strlen(source) : 9);
}

static void compare_tokens(void)
{
    char x[24], y[24], *p = 0, *q = 0, *a, *b;
    fill(x, 20);
    memcpy(y, x, sizeof x);
    a = ut_strtok_r(x, " ,", &p), b = strtok_r(y, " ,", &q);
    for (; a && b; a = ut_strtok_r(0, " ,", &p), b = strtok_r(0, " ,", &q))
        SAME(a - x, b - y);
    SAME(a == 0, b == 0);
    fill(x, 20);
    memcpy(y, x, sizeof x);
    a = ut_strtok(x, "b"), b = strtok(y, "b");
    for (; a && b; a = ut_strtok(0, "b"), b = strtok(0, "b"))
        SAME(a - x, b - y);
    SAME(a == 0, b == 0);
    fill(x, 20);
    memcpy(y, x, sizeof x);
    p = x, q = y;
    do {
        a = ut_strsep(&p, ", "), b = strsep(&q, ", ");
        SAME(a ? a - x : -1, b ? b - y : -1);
    } while (a && b);
}

static void compare_numbers(void)
{
    static const char *const starts[] = {"", " ", "\t-", "+", "-", " 0x", "0", "0X", "--", "0xg", "-0"};
    char text[64], *p, *q;
    int base = "\0\12\20\10\2\44\1\3"[below(8)];
    strcpy(text, starts[below(11)]);
    int digits = below(24);
    char *end = text + strlen(text);
    for (int i = 0; i < digits; i++)
        *end++ = "0123456789abfzF7 "[below(below(3) ? 10 : 17)];
    *end = 0;
    static const char *const limits[] = {
        "-2147483648", "-2147483649", "2147483647", "2147483648", "4294967295", "4294967296",
        "-9223372036854775808", "-9223372036854775809", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "-1",
        "-18446744073709551615", "-4294967295", "0x80000000", "-0xffffffffffffffff",
    };
    if (below(4) == 0)
        strcpy(text, limits[below(sizeof limits / sizeof *limits)]);
#define CONVERT(name)                                                                             \
    do {                                                                                          \
        errno = 0;                                                                                \
        __typeof__(name("", 0, 0)) ours = ut_##name(text, &p, base);                              \
        int our_error = errno;                                                                    \
        errno = 0;                                                                                \
        __typeof__(name("", 0, 0)) theirs = name(text, &q, base);                                 \
        if (ours != theirs || p != q || our_error != errno) {                                     \
            differ(#name, __LINE__);                                                              \
            printf("  text '%s' base %d\n", text, base);                                          \
        }                                                                                         \
    } while (0)
    q = text; /* glibc leaves it alone if the base is wrong */
    if (base != 1) {
        CONVERT(strtol);
        CONVERT(strtoul);
        CONVERT(strtoll);
        CONVERT(strtoull);
        CONVERT(strtoimax);
    }
    SAME(ut_atoi(text), atoi(text));
    SAME(ut_atol(text), atol(text));
    SAME(ut_atoll(text), atoll(text));
    SAME(ut___isoc23_strtol("-0b101z", &p, 0), -5);
    SAME(*p, 'z');
    int n = (int)random() - 1000000000, d = below(1000) - 500;
    SAME(ut_abs(n), abs(n));
    SAME(ut_labs(n), labs(n));
    SAME(ut_llabs(n), llabs(n));
    if (d != 0) {
        SAME(ut_div(n, d).quot, div(n, d).quot);
        SAME(ut_ldiv(n, d).rem, ldiv(n, d).rem);
        SAME(ut_lldiv(n, d).rem, lldiv(n, d).rem);
    }
    SAME(ut_ffs(n), ffs(n));
    SAME(ut_ffsl(d), ffsl(d));
    int bit = below(64);
    SAME(ut_ffsll((long long)(1ULL << bit)), bit + 1);
    SAME(ut_rand() >= 0 && ut_random() >= 0 && ut_lrand48() >= 0, 1);
    double real = ut_drand48();
    SAME(real >= 0 && real < 1, 1);
}

struct item { int key, position; };
static int by_key(const void *left, const void *right)
{
    return ((const struct item *)left)->key - ((const struct item *)right)->key;
}

static void compare_sorting(void)
{
    struct item items[20], key = {below(12), 0};
    int count = below(20);
    for (int i = 0; i < count; i++)
        items[i] = (struct item){below(10), i};
    ut_qsort(items, (size_t)count, sizeof *items, by_key);
    _Bool present = 0;
    for (int i = 0; i < count; i++) {
        present |= items[i].key == key.key;
        if (i > 0) {
            int order = by_key(&items[i - 1], &items[i]);
            SAME(order < 0 || (order == 0 && items[i - 1].position < items[i].position), 1);
        }
    }
    struct item *found = ut_bsearch(&key, items, (size_t)count, sizeof *items, by_key);
    SAME(found != 0, present);
    SAME(found == 0 || found->key == key.key, 1);
}

static void compare_heap(void)
{
    size_t old = (size_t)below(30) + 1, new = (size_t)below(30) + 1;
    char *p = ut_calloc(old, 1);
    for (size_t i = 0; i < old; i++)
        SAME(p[i], 0);
    memset(p, 'x', old);
    p = ut_realloc(p, new);
    for (size_t i = 0; i < old && i < new; i++)
        SAME(p[i], 'x');
    SAME(ut_realloc(p, 0), (void *)0);
    SAME(ut_calloc((size_t)-1 / 2, 3), (void *)0);
    SAME(ut_reallocarray(0, (size_t)-1 / 2, 3), (void *)0);
    void *q = 0;
    SAME(ut_posix_memalign(&q, 3, 8), EINVAL);
    SAME(ut_posix_memalign(&q, sizeof(void *), 8), 0);
    ut_free(q);
    ut_free(0);
    SAME(ut_aligned_alloc(24, 8), (void *)0);
}

#define CLASS(name)                                                                               \
    D(int, name, int);                                                                            \
    static void compare_##name(void)                                                              \
    {                                                                                             \
        for (int c = -1; c < 256; c++)                                                            \
            SAME(ut_##name(c) != 0, (name)(c) != 0);                                              \
    }
CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph)
CLASS(islower) CLASS(isprint) CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit)
D(int, tolower, int);
D(int, toupper, int);

static void compare_characters(void)
{
    compare_isalnum(), compare_isalpha(), compare_isblank(), compare_iscntrl();
    compare_isdigit(), compare_isgraph(), compare_islower(), compare_isprint();
    compare_ispunct(), compare_isspace(), compare_isupper(), compare_isxdigit();
    for (int c = -1; c < 256; c++) {
        SAME(ut_tolower(c), (tolower)(c));
        SAME(ut_toupper(c), (toupper)(c));
    }
    for (int c = -128; c < 256; c++) {
        SAME((*ut___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
        SAME((*ut___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
        SAME((*ut___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]);
    }
}

static void first(void) { handler_trace = handler_trace * 10 + 1; }
static void second(void) { handler_trace = handler_trace * 10 + 2; }
static void nested(void) { ut_atexit(second); }

static void finish(void)
{
    SAME(exit_status, 7);
    SAME(handler_trace, 221);
    exit(differences != 0);
}

int main(void)
{
    srandom(1);
    compare_characters();
    for (int i = 0; i < 3000; i++) {
        compare_reading();
        compare_writing();
        compare_tokens();
        compare_numbers();
        compare_sorting();
        compare_heap();
    }
    ut_atexit(first), ut_atexit(nested), ut_atexit(second);
    ut_exit(7);
}
