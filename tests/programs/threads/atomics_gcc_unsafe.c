// expect: unsafe reach 22, reach 24, reach 26, reach 28, reach 30, reach 32, reach 34, reach 36, reach 42, reach 44, reach 46, reach 48, reach 50, reach 52, reach 54, reach 56, reach 62, reach 64, reach 66, reach 68, reach 70, reach 72, reach 74, reach 76, reach 78
/* Another thread may have been first. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int object = 8, flag;

void *work(void *argument)
{
    __atomic_thread_fence(5), __atomic_signal_fence(5);
    __atomic_clear(&flag, 5);
    __atomic_store_n(&object, 1, 5);
    return argument;
}

static void first(void)
{
    int value = 8, seen;
    if (__VERIFIER_nondet_bool())
        assert(__atomic_load_n(&object, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert((__atomic_load(&object, &seen, 5), seen) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_exchange_n(&object, 2, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert((__atomic_exchange(&object, &value, &seen, 5), seen) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_compare_exchange_n(&object, &value, 2, 0, 5, 5));
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_compare_exchange(&object, &value, &seen, 0, 5, 5));
    else if (__VERIFIER_nondet_bool())
        assert((__atomic_store(&object, &value, 5), __atomic_load_n(&object, 5)) == 8);
    else
        assert((__atomic_test_and_set(&flag, 5), __atomic_load_n(&flag, 5)) != 0);
}

static void old_value(void)
{
    if (__VERIFIER_nondet_bool())
        assert(__atomic_fetch_add(&object, 2, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_fetch_sub(&object, 2, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_fetch_and(&object, 2, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_fetch_or(&object, 2, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_fetch_xor(&object, 2, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_fetch_nand(&object, 2, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_fetch_min(&object, 2, 5) == 8);
    else
        assert(__atomic_fetch_max(&object, 2, 5) == 8);
}

static void new_value(void)
{
    if (__VERIFIER_nondet_bool())
        assert(__atomic_add_fetch(&object, 2, 5) == 10);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_sub_fetch(&object, 2, 5) == 6);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_and_fetch(&object, 12, 5) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_or_fetch(&object, 2, 5) == 10);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_xor_fetch(&object, 2, 5) == 10);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_nand_fetch(&object, 8, 5) == ~8);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_min_fetch(&object, 2, 5) == 2);
    else if (__VERIFIER_nondet_bool())
        assert(__atomic_max_fetch(&object, 2, 5) == 8);
    else
        assert(__atomic_always_lock_free(64, 0) || !__atomic_is_lock_free(4, &object));
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (__VERIFIER_nondet_bool())
        first();
    else if (__VERIFIER_nondet_bool())
        old_value();
    else
        new_value();
    return 0;
}
