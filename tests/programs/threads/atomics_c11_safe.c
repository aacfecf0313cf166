// expect: safe
// native: no (the operation is the verifier's choice)
/* Operators and functions on atomic objects: no update gets lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

enum { RELAXED = memory_order_relaxed };

atomic_int object;
atomic_flag flag = ATOMIC_FLAG_INIT;
int which, plain;

static void exchange(int amount)
{
    int seen = 8;
    _Bool done;
    if (which == 8)
        done = atomic_compare_exchange_strong(&object, &seen, 8 + amount);
    else if (which == 9)
        done = atomic_compare_exchange_strong_explicit(&object, &seen, 8 + amount, RELAXED, RELAXED);
    else if (which == 10)
        done = atomic_compare_exchange_weak(&object, &seen, 8 + amount);
    else
        done = atomic_compare_exchange_weak_explicit(&object, &seen, 8 + amount, RELAXED, RELAXED);
    if (!done)
        object += amount;
}

static void take_and_give(int amount)
{
    int seen;
    if (which == 12)
        seen = atomic_exchange(&object, 0);
    else
        seen = atomic_exchange_explicit(&object, 0, RELAXED);
    object += seen + amount;
}

static void with_flag(int amount)
{
    if (which == 14) {
        while (atomic_flag_test_and_set(&flag))
            ;
        plain += amount;
        atomic_flag_clear(&flag);
    } else {
        while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
            ;
        plain += amount;
        atomic_flag_clear_explicit(&flag, memory_order_release);
    }
    atomic_fetch_add_explicit(&object, amount, RELAXED);
}

void *work(void *argument)
{
    int amount = argument ? 1 : 2;
    switch (which) {
    case 0: atomic_fetch_add(&object, amount); break;
    case 1: atomic_fetch_sub_explicit(&object, -amount, RELAXED); break;
    case 2: atomic_fetch_sub(&object, -amount); break;
    case 3: atomic_fetch_or(&object, amount); break;
    case 4: atomic_fetch_or_explicit(&object, amount, RELAXED); break;
    case 5: atomic_fetch_xor(&object, amount); break;
    case 6: atomic_fetch_xor_explicit(&object, amount, RELAXED); break;
    case 7: object += amount; break;
    case 8:
    case 9:
    case 10:
    case 11: exchange(amount); break;
    case 12:
    case 13: take_and_give(amount); break;
    default: with_flag(amount);
    }
    return argument;
}

static void values(void)
{
    atomic_uint bits;
    atomic_init(&bits, 13);
    assert(atomic_is_lock_free(&bits));
    assert(atomic_fetch_and(&bits, 12) == 13 && atomic_fetch_and_explicit(&bits, 4, RELAXED) == 12);
    atomic_store(&bits, 1);
    assert(atomic_load(&bits) == 1);
    atomic_store_explicit(&bits, 2, RELAXED);
    assert(atomic_load_explicit(&bits, RELAXED) == 2);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
}

int main(void)
{
    pthread_t thread;
    values();
    which = 8 * __VERIFIER_nondet_bool() + 4 * __VERIFIER_nondet_bool();
    which += 2 * __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();
    atomic_init(&object, 8);
    pthread_create(&thread, 0, work, 0);
    work(&object);
    pthread_join(thread, 0);
    assert(object == 11 && plain == (which >= 14 ? 3 : 0));
    return 0;
}
