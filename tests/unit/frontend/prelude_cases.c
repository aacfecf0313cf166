/* Every macro of prelude.h, run natively: test_prelude.py compiles this with real compilers,
   the prelude forced in. The exit status is the number of failed checks. */
#include <stdio.h>
#include <string.h>

static int depth, failures, spurious;
static void *slots;

void __ut_atomic_begin(void) { depth++; }
void __ut_atomic_end(void) { depth--; }
_Bool __ut_nondet_bool(void) { return spurious; }
void *__ut_varargs(void) { return slots; }
void __ut_order(int order) { order++; }
void __ut_fence(int order) { order++; }

static void check(int holds, const char *text, int line)
{
    if (holds && depth == 0)
        return;
    printf("line %d: %s (section depth %d)\n", line, text, depth);
    failures++;
}
#define CHECK(condition) check((condition), #condition, __LINE__)
#define HAS_TYPE(expression, type)                                                                \
    CHECK(__builtin_types_compatible_p(__typeof__((__typeof__(expression)[1]){0}), type[1]))

struct pair { short number; char text[6]; };
struct big { int values[5]; };
typedef __builtin_va_list list_type;
typedef int function_type(const char *);

/* ---- variadic arguments: the slots are laid out by hand as the front end lays them out ---- */

static void put(char **cursor, const void *value, unsigned size, unsigned alignment)
{
    unsigned word = sizeof(void *);
    while (alignment > word && (unsigned long)*cursor % alignment != 0)
        *cursor += 1;
    memcpy(*cursor, value, size);
    *cursor += (size + word - 1) / word * word;
}
#define PUT(type, ...)                                                                            \
    do {                                                                                          \
        type value = __VA_ARGS__;                                                                 \
        put(&cursor, &value, sizeof value, sizeof(void *) == 8 ? __alignof__(type) : 4);          \
    } while (0)

static int sum(list_type list, int count)
{
    int total = 0;
    while (count--)
        total += __builtin_va_arg(list, int);
    return total;
}

static void read_list(int first, ...)
{
    list_type list, copy, *pointer = &list;
    struct { list_type list; } holder;
    __builtin_va_start(list, first);
    __builtin_va_start(holder.list, first);
    __builtin_va_copy(copy, list);
    CHECK(sum(copy, 2) == 3);
    CHECK(__builtin_va_arg(*pointer, int) == 1);
    CHECK(__builtin_va_arg(list, int) == 2);
    CHECK(__builtin_va_arg(list, long long) == 1LL << 40);
    CHECK(__builtin_va_arg(list, double) == 2.5);
    CHECK(__builtin_va_arg(list, struct pair).text[1] == 'y');
    CHECK(__builtin_va_arg(list, struct big).values[4] == 44);
    CHECK(__builtin_va_arg(list, long double) == 1.25L);
    CHECK(__builtin_va_arg(list, int (*)(const char *)) == puts);
    CHECK(*__builtin_va_arg(list, char *) == 'z');
    CHECK(__builtin_va_arg(holder.list, int) == 1);
    __builtin_va_end(list);
}

static void test_lists(void)
{
    static char area[512] __attribute__((aligned(16)));
    char *cursor = slots = area;
    PUT(int, 1);
    PUT(int, 2);
    PUT(long long, 1LL << 40);
    PUT(double, 2.5);
    PUT(struct pair, {1, "xyz"});
    PUT(struct big, {{0, 0, 0, 0, 44}});
    PUT(long double, 1.25L);
    PUT(function_type *, puts);
    PUT(char *, "z");
    read_list(0);
}

/* ---- atomics ---- */

static int calls;
static int *once(int *pointer) { calls++; return pointer; }
static int value(int number) { calls++; return number; }

static int array[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

static void test_loads_and_stores(void)
{
    int x = 5, *p = array;
    volatile int changing = 7;
    const int fixed = 9;
    _Atomic int atomic = 11;
    _Bool flag = 0;
    HAS_TYPE(__atomic_load_n(&changing, 5), int);
    HAS_TYPE(__atomic_load_n(&atomic, 5), int);
    HAS_TYPE(__atomic_load_n(&fixed, 5), int);
    HAS_TYPE(__atomic_load_n(&p, 5), int *);
    HAS_TYPE(__atomic_load_n(&flag, 5), _Bool);
    CHECK(__atomic_load_n(&x, 5) == 5 && __atomic_load_n(&atomic, 0) == 11);
    CHECK(__atomic_load_n(&array[__atomic_load_n(&array[__atomic_load_n(&array[3], 5)], 5)],
                          __atomic_load_n(&x, 5)) == 3);
    __atomic_store_n(once(&x), value(6), value(5));
    CHECK(x == 6 && calls == 3);
    __atomic_store_n(&p, 0, 5);
    CHECK(p == 0);
    CHECK(__atomic_exchange_n(&p, array + 2, 5) == 0 && p == array + 2);
    CHECK(!__atomic_exchange_n(&flag, 1, 5) && __atomic_test_and_set(&flag, 5));
    __atomic_clear(&flag, 5);
    CHECK(!flag && !__atomic_test_and_set((void *)&flag, 5) && flag);
    __atomic_load(&atomic, &x, 5);
    CHECK(x == 11);
    __atomic_thread_fence(5);
    __atomic_signal_fence(5);
    CHECK(__atomic_is_lock_free(4, &x));
    _Static_assert(__atomic_always_lock_free(sizeof(int), 0), "a constant expression");
}

static void test_arithmetic(void)
{
    int x = 5, *p = array + 2;
    signed char small = 127;
    unsigned char byte = 255;
    unsigned long long wide = ~0ull;
    short number = -3;
    double real = 2.5;
    CHECK(__atomic_fetch_add(&x, __atomic_fetch_add(&x, 1, 5), 5) == 6 && x == 11);
    calls = 0;
    CHECK(__atomic_fetch_add(once(&x), value(2), value(5)) == 11 && x == 13 && calls == 3);
    CHECK(__atomic_fetch_add(&p, 4, 5) == array + 2 && p == array + 3);
    CHECK(__atomic_sub_fetch(&p, 8, 5) == array + 1);
    CHECK(__atomic_fetch_add(&small, 1, 5) == 127 && small == -128);
    CHECK(__atomic_add_fetch(&byte, 1, 5) == 0 && __atomic_add_fetch(&wide, 2, 5) == 1);
    x = 2147483647;
    CHECK(__atomic_add_fetch(&x, 1, 5) == -2147483647 - 1);
    x = 12;
    CHECK(__atomic_fetch_and(&x, 10, 5) == 12 && x == 8 && __atomic_or_fetch(&x, 3, 5) == 11);
    CHECK(__atomic_xor_fetch(&x, 1, 5) == 10 && __atomic_fetch_nand(&x, 6, 5) == 10 && x == ~2);
    CHECK(__atomic_nand_fetch(&number, 1, 5) == ~1);
    CHECK(__atomic_fetch_max(&x, 4, 5) == ~2 && x == 4 && __atomic_min_fetch(&x, -4, 5) == -4);
    CHECK(__atomic_fetch_min(&x, 9, 5) == -4 && __atomic_max_fetch(&x, -5, 5) == -4);
    CHECK(__atomic_fetch_sub(&x, -1, 5) == -4 && x == -3 && __atomic_and_fetch(&x, 255, 5) == 253);
    CHECK(__atomic_fetch_or(&x, 2, 5) == 253 && __atomic_fetch_xor(&x, x, 5) == 255 && x == 0);
    CHECK(__atomic_fetch_add(&real, 1, 5) == 2.5 && real == 3.5);
}

static void test_compare_exchange(void)
{
    int x = 0, expected = 1, *p = array + 1, *wanted = array + 1;
    double real = 1.5, old = 1.5, new = 2.5;
    CHECK(!__atomic_compare_exchange_n(&x, &expected, 5, 0, 5, 5) && expected == 0 && x == 0);
    CHECK(__atomic_compare_exchange_n(&x, &expected, 5, 0, 5, 5) && x == 5 && expected == 0);
    expected = 5;
    spurious = 1;
    CHECK(!__atomic_compare_exchange_n(&x, &expected, 6, 1, 5, 5) && x == 5 && expected == 5);
    CHECK(__atomic_compare_exchange_n(&x, &expected, 6, 0, 5, 5) && x == 6);
    spurious = 0;
    expected = 6;
    CHECK(__atomic_compare_exchange_n(&x, &expected, 7, 1, 5, 5) && x == 7);
    CHECK(__atomic_compare_exchange_n(&p, &wanted, 0, 0, 5, 5) && p == 0);
    CHECK(__atomic_compare_exchange(&real, &old, &new, 0, 5, 5) && real == 2.5);
}

static void test_structures(void)
{
    struct pair s = {1, "ab"}, t = {2, "cd"}, u = {3, "xx"}, r;
    __atomic_load(&s, &r, 5);
    CHECK(r.number == 1);
    __atomic_store(&s, &t, 5);
    CHECK(s.number == 2 && s.text[1] == 'd');
    __atomic_exchange(&s, &u, &r, 5);
    CHECK(s.number == 3 && r.number == 2);
    CHECK(!__atomic_compare_exchange(&s, &r, &t, 0, 5, 5) && r.number == 3);
    CHECK(__atomic_compare_exchange(&s, &r, &t, 0, 5, 5) && s.number == 2);
}

static void test_sync(void)
{
    int x = 3, *p = 0;
    CHECK(__sync_val_compare_and_swap(&x, 3, 4) == 3 && x == 4);
    CHECK(__sync_bool_compare_and_swap(&x, 4, 5) && !__sync_bool_compare_and_swap(&x, 4, 6));
    CHECK(__sync_bool_compare_and_swap(&p, 0, array) && p == array);
    CHECK(__sync_fetch_and_add(&p, 4) == array && __sync_sub_and_fetch(&p, 4, &x, x) == array);
    CHECK(__sync_lock_test_and_set(&x, 1) == 5 && x == 1);
    __sync_lock_release(&x);
    __sync_lock_release(&p);
    CHECK(x == 0 && p == 0);
    __sync_synchronize();
    CHECK(__sync_fetch_and_or(&x, 6) == 0 && __sync_fetch_and_and(&x, 3) == 6);
    CHECK(__sync_fetch_and_xor(&x, 1) == 2 && __sync_fetch_and_sub(&x, 1) == 3);
    CHECK(__sync_fetch_and_nand(&x, 3) == 2 && x == ~2 && __sync_or_and_fetch(&x, 2) == -1);
    CHECK(__sync_and_and_fetch(&x, 7) == 7 && __sync_xor_and_fetch(&x, 1) == 6);
    CHECK(__sync_add_and_fetch(&x, 1) == 7 && __sync_nand_and_fetch(&x, 1) == ~1);
    p = array;
    __sync_fetch_and_or(&p, 1);
    CHECK((char *)p == (char *)array + 1);
    __sync_fetch_and_and(&p, ~1ul);
    CHECK(p == array);
}

static void test_c11(void)
{
    _Atomic int x;
    _Atomic(int *) p;
    struct pair t = {2, "cd"}, u = {3, "xx"}, r;
    _Atomic struct pair s;
    __c11_atomic_init(&p, array);
    CHECK(__c11_atomic_fetch_add(&p, 2, 5) == array && __c11_atomic_load(&p, 5) == array + 2);
    CHECK(__c11_atomic_fetch_sub(&p, 1, 5) == array + 2 && p == array + 1);
    __c11_atomic_store(&s, t, 5);
    r = __c11_atomic_load(&s, 5);
    CHECK(r.number == 2 && __c11_atomic_exchange(&s, u, 5).number == 2);
    CHECK(!__c11_atomic_compare_exchange_strong(&s, &r, t, 5, 5) && r.number == 3);
    CHECK(__c11_atomic_compare_exchange_weak(&s, &r, t, 5, 5));
    __c11_atomic_store(&x, 1, 5);
    CHECK(__c11_atomic_fetch_add(&x, 1, 5) == 1 && __c11_atomic_fetch_or(&x, 1, 5) == 2);
    CHECK(__c11_atomic_fetch_and(&x, 2, 5) == 3 && __c11_atomic_fetch_xor(&x, 1, 5) == 2 && x == 3);
    CHECK(__c11_atomic_fetch_nand(&x, 1, 5) == 3 && x == ~1);
    CHECK(__c11_atomic_fetch_max(&x, 4, 5) == ~1 && __c11_atomic_fetch_min(&x, 3, 5) == 4);
    __c11_atomic_thread_fence(5);
    __c11_atomic_signal_fence(5);
    CHECK(__c11_atomic_is_lock_free(8));
}

int main(void)
{
    test_lists();
    test_loads_and_stores();
    test_arithmetic();
    test_compare_exchange();
    test_structures();
    test_sync();
    test_c11();
    return failures;
}
