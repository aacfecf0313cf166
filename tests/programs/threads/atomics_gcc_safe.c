// expect: safe
// speed: slow
// native: no (the operation is the verifier's choice, and clang has more of them)
/* Two threads update one object with the same operation: none gets lost. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int which, object, flag, locked;

static void increment_with_exchange(int amount)
{
    int expected = 8, wanted = 8 + amount;
    if (which == 10) {
        if (!__atomic_compare_exchange_n(&object, &expected, wanted, 0, 5, 5))
            __atomic_store_n(&object, expected + amount, 5);
    } else if (!__atomic_compare_exchange(&object, &expected, &wanted, 0, 5, 5)) {
        wanted = expected + amount;
        __atomic_store(&object, &wanted, 5);
    }
}

void *work(void *argument)
{
    int amount = argument ? 1 : 2, zero = 0, taken;
    switch (which) {
    case 0: __atomic_fetch_add(&object, amount, 5); break;
    case 1: __atomic_add_fetch(&object, amount, 5); break;
    case 2: __atomic_fetch_sub(&object, -amount, 5); break;
    case 3: __atomic_sub_fetch(&object, -amount, 5); break;
    case 4: __atomic_fetch_or(&object, amount, 5); break;
    case 5: __atomic_or_fetch(&object, amount, 5); break;
    case 6: __atomic_fetch_xor(&object, amount, 5); break;
    case 7: __atomic_xor_fetch(&object, amount, 5); break;
    case 8: __atomic_fetch_max(&object, 9 + amount, 5); break;
    case 9: __atomic_max_fetch(&object, 9 + amount, 5); break;
    case 10:
    case 11: increment_with_exchange(amount); break;
    case 12:
        taken = __atomic_exchange_n(&object, 0, 5);
        __atomic_fetch_add(&object, taken + amount, 5);
        break;
    case 13:
        __atomic_exchange(&object, &zero, &taken, 5);
        __atomic_fetch_add(&object, taken + amount, 5);
        break;
    case 14: __atomic_fetch_and(&object, -1, 5), __atomic_and_fetch(&object, 8 | amount, 5); break;
    default:
        if (!__atomic_test_and_set(&flag, 5)) {
            __atomic_thread_fence(5);
            object += 3; /* only one thread gets here */
            __atomic_signal_fence(5);
        }
    }
    return argument;
}

static void values(void)
{
    int value = 12;
    assert(__atomic_fetch_nand(&value, 10, 5) == 12 && value == ~8);
    assert(__atomic_nand_fetch(&value, 1, 5) == ~1);
    assert(__atomic_fetch_min(&value, -5, 5) == -2 && __atomic_min_fetch(&value, 7, 5) == -5);
    __atomic_clear(&locked, 5);
    __atomic_load(&value, &locked, 5);
    assert(locked == -5 && __atomic_load_n(&locked, 5) == -5);
    assert(__atomic_always_lock_free(4, 0) && __atomic_is_lock_free(4, &value));
}

int main(void)
{
    pthread_t thread;
    values();
    which = 8 * __VERIFIER_nondet_bool() + 4 * __VERIFIER_nondet_bool();
    which += 2 * __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();
    object = 8;
    pthread_create(&thread, 0, work, 0);
    work(&object);
    pthread_join(thread, 0);
    assert(object == (which == 14 ? 8 : 11));
    return 0;
}
