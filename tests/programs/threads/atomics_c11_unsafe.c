// expect: unsafe reach 29, reach 31, reach 33, reach 35, reach 37, reach 39, reach 41, reach 43, reach 45, reach 47, reach 49, reach 51, reach 57, reach 59, reach 61, reach 63, reach 65, reach 67, reach 69, reach 71, reach 73, reach 75, reach 77, reach 79, reach 81
/* Another thread may have been first; and a weak exchange may fail spuriously. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

enum { RELAXED = memory_order_relaxed };

atomic_int object = 8, alone;
atomic_flag flag = ATOMIC_FLAG_INIT;

void *work(void *argument)
{
    atomic_thread_fence(memory_order_seq_cst), atomic_signal_fence(memory_order_seq_cst);
    if (argument)
        atomic_flag_clear(&flag);
    else
        atomic_flag_clear_explicit(&flag, RELAXED);
    object = 1;
    return argument;
}

static void values(void)
{
    int expected = 8;
    if (__VERIFIER_nondet_bool())
        assert(atomic_load(&object) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_load_explicit(&object, RELAXED) == 8);
    else if (__VERIFIER_nondet_bool())
        assert((atomic_store(&object, 8), object) == 8);
    else if (__VERIFIER_nondet_bool())
        assert((atomic_store_explicit(&object, 8, RELAXED), object) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_exchange(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_exchange_explicit(&object, 2, RELAXED) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_compare_exchange_strong(&object, &expected, 2));
    else if (__VERIFIER_nondet_bool())
        assert(atomic_compare_exchange_strong_explicit(&object, &expected, 2, RELAXED, RELAXED));
    else if (__VERIFIER_nondet_bool())
        assert((expected = 0, atomic_compare_exchange_weak(&alone, &expected, 2)));
    else if (__VERIFIER_nondet_bool())
        assert((expected = 0, atomic_compare_exchange_weak_explicit(&alone, &expected, 2, RELAXED, RELAXED)));
    else if (__VERIFIER_nondet_bool())
        assert(!atomic_is_lock_free(&object));
    else
        assert((atomic_init(&alone, 1), alone) == 2);
}

static void updates(void)
{
    if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_add(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_add_explicit(&object, 2, RELAXED) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_sub(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_sub_explicit(&object, 2, RELAXED) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_or(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_or_explicit(&object, 2, RELAXED) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_xor(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_xor_explicit(&object, 2, RELAXED) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_and(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(atomic_fetch_and_explicit(&object, 2, RELAXED) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(++object == 9);
    else if (__VERIFIER_nondet_bool())
        assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    else
        assert(!atomic_flag_test_and_set_explicit(&flag, RELAXED) && atomic_flag_test_and_set(&flag));
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, __VERIFIER_nondet_bool() ? &object : 0);
    if (__VERIFIER_nondet_bool())
        values();
    else
        updates();
    return 0;
}
